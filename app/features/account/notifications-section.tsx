import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { Section, useAccountMutation } from '#app/components/account/account-section.tsx';
import { DeliveryFields } from '#app/components/account/delivery-fields.tsx';
import { LanguageField } from '#app/components/account/language-field.tsx';
import { QueryState } from '#app/components/data-list/list-states.tsx';
import { FormError } from '#app/components/ui/notice.tsx';
import { api } from '#app/lib/api-client.ts';
import { toast } from '#app/lib/toast.ts';
import type { Delivery, NotificationEvent } from '#contract/notifications.ts';
import { useAccountCopy } from './account-copy.ts';

const notificationsQuery = queryOptions({
  queryKey: ['notifications'],
  queryFn: ({ signal }) => api.portal.notifications.$get({}, { signal }),
});

const sectionId = 'mails';

/** How the user learns of what happens in tickets. Each choice is saved at once. */
export function NotificationsSection() {
  const { notifications: copy, saved: savedTitle } = useAccountCopy();
  const query = useQuery(notificationsQuery);
  const client = useQueryClient();
  const { run, errorMessage } = useAccountMutation(notificationsQuery.queryKey);
  const isLoaded = query.data !== undefined;
  const { hash } = useLocation();
  // The link in mails. The section was not there when the page was opened.
  useEffect(() => {
    if (isLoaded && hash === `#${sectionId}`) document.getElementById(sectionId)?.scrollIntoView();
  }, [isLoaded, hash]);
  const choose = (event: NotificationEvent, delivery: Delivery) =>
    run(async () => {
      const saved = await api.portal.notifications.$post({ json: { event, delivery } });
      client.setQueryData(notificationsQuery.queryKey, saved);
      toast({
        source: 'notifications',
        title: savedTitle,
        description: copy.saved(copy.events[event], copy.deliveries[delivery]),
      });
    });
  return (
    <Section id={sectionId} title={copy.title} description={copy.description}>
      <FormError message={errorMessage} />
      {query.data === undefined ? (
        <QueryState copy={copy.load} query={query} />
      ) : (
        <DeliveryFields
          preferences={query.data.preferences}
          copy={copy}
          onChoose={(event, delivery) => void choose(event, delivery)}
        />
      )}
    </Section>
  );
}

export function LanguageSection() {
  const { language: copy } = useAccountCopy();
  const { run, errorMessage } = useAccountMutation(['language']);
  return (
    <Section title={copy.title} description={copy.description}>
      <FormError message={errorMessage} />
      <div className="grid gap-x-6 sm:grid-cols-2">
        <LanguageField copy={copy} onChoose={(save) => void run(save)} />
      </div>
    </Section>
  );
}
