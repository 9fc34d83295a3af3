import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { Section, useAccountMutation } from '#app/components/account/account-section.tsx';
import { QueryState } from '#app/components/data-list/list-states.tsx';
import { SelectField } from '#app/components/ui/field.tsx';
import { FormError } from '#app/components/ui/notice.tsx';
import { api } from '#app/lib/api-client.ts';
import { toast } from '#app/lib/toast.ts';
import { deliveries, type Delivery, type NotificationEvent } from '#contract/notifications.ts';

const notificationsQuery = queryOptions({
  queryKey: ['notifications'],
  queryFn: ({ signal }) => api.portal.notifications.$get({}, { signal }),
});

const eventLabels: Record<NotificationEvent, string> = {
  received: 'Your ticket was received',
  reply: 'Somebody replies',
  status: 'The status changes',
  assigned: 'Somebody starts to work on it',
  watching: 'You are added to a ticket',
  overdue: 'A response is overdue',
};
const deliveryLabels: Record<Delivery, string> = {
  mail: 'By mail',
  digest: 'In a daily summary at 8:00',
  none: 'Not at all',
};
const options = deliveries.map((value) => ({ value, label: deliveryLabels[value] }));

const sectionId = 'mails';

/** How the user learns of what happens in tickets. Each choice is saved at once. */
export function NotificationsSection() {
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
        title: 'Saved',
        description: `${eventLabels[event]}: ${deliveryLabels[delivery]}`,
      });
    });
  return (
    <Section
      id={sectionId}
      title="Mails about tickets"
      icon="mail"
      description="Of your own tickets and of those you follow. Mails about the security of your account are always sent."
    >
      <FormError message={errorMessage} />
      {query.data === undefined ? (
        <QueryState what="your choices" query={query} />
      ) : (
        <div className="grid gap-4 sm:grid-cols-2">
          {query.data.preferences.map(({ event, delivery }) => (
            <SelectField
              key={event}
              name={event}
              label={eventLabels[event]}
              options={options}
              value={delivery}
              onChange={({ target }) => {
                const chosen = deliveries.find((one) => one === target.value);
                if (chosen !== undefined) void choose(event, chosen);
              }}
            />
          ))}
        </div>
      )}
    </Section>
  );
}
