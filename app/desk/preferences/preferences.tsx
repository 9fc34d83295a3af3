import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { DeliveryFields } from '#app/components/account/delivery-fields.tsx';
import { LanguageField } from '#app/components/account/language-field.tsx';
import { CheckboxField } from '#app/components/ui/field.tsx';
import { FormError } from '#app/components/ui/notice.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import { api } from '#app/lib/api-client.ts';
import { toast } from '#app/lib/toast.ts';
import type { PreferencesCopy } from '#content/desk/fr/preferences.ts';
import type { Delivery, NotificationEvent } from '#contract/notifications.ts';
import { canDo, messageOf, useBrowserAlerts, useDesk, useTitle } from '#app/desk/components/desk-context.ts';
import { ListHeader } from '#app/desk/components/desk-filters.tsx';
import { LoadState } from '#app/desk/components/desk-list.tsx';

const preferencesQuery = queryOptions({
  queryKey: ['desk', 'notifications'],
  queryFn: async ({ signal }) => (await api.desk.notifications.$get({}, { signal })).preferences,
});

/** The staff member's language, and how those of the support learn of what happens in their tickets. Each choice is saved at once. */
export function Preferences({ copy }: { copy: PreferencesCopy }) {
  const { copy: deskCopy, me, reportError } = useDesk();
  const client = useQueryClient();
  const isSupport = canDo(me, 'support');
  const query = useQuery({ ...preferencesQuery, enabled: isSupport });
  const [failure, setFailure] = useState<string>();
  useTitle(copy.title);
  const attempt = async (save: () => Promise<void>) => {
    setFailure(undefined);
    try {
      await save();
    } catch (error) {
      reportError(error);
      setFailure(copy.notSaved(messageOf(error, deskCopy)));
    }
  };
  const choose = (event: NotificationEvent, delivery: Delivery) =>
    attempt(async () => {
      const { preferences } = await api.desk.notifications.$post({ json: { event, delivery } });
      client.setQueryData(preferencesQuery.queryKey, preferences);
      toast({ source: 'notifications', title: copy.saved(copy.events[event], copy.deliveries[delivery]) });
    });
  return (
    <section className="grid gap-5">
      <ListHeader title={copy.title} description={isSupport ? copy.description : copy.languageOnly} />
      <FormError message={failure} />
      <div className="preferences">
        <Panel title={copy.display}>
          <div className="p-5">
            <LanguageField copy={copy.language} onChoose={(save) => void attempt(save)} />
          </div>
        </Panel>
        {isSupport &&
          (query.data === undefined ? (
            <LoadState query={query} isFramed />
          ) : (
            <>
              <Panel title={copy.mails}>
                <div className="grid gap-5 px-5 py-4">
                  <DeliveryFields
                    preferences={query.data}
                    copy={copy}
                    onChoose={(event, delivery) => void choose(event, delivery)}
                  />
                  <p className="text-sm text-muted">{copy.security}</p>
                </div>
              </Panel>
              <Panel title={copy.browser}>
                <div className="p-5">
                  <BrowserAlerts copy={copy.alerts} />
                </div>
              </Panel>
            </>
          ))}
      </div>
    </section>
  );
}

/** Off until the browser was asked, and only in this browser. */
function BrowserAlerts({ copy }: { copy: PreferencesCopy['alerts'] }) {
  const [isOn, setOn] = useBrowserAlerts();
  const [isBlocked, setIsBlocked] = useState(false);
  const change = async (next: boolean) => {
    const permission = next && 'Notification' in window ? await Notification.requestPermission() : 'denied';
    setIsBlocked(next && permission !== 'granted');
    setOn(permission === 'granted');
  };
  return (
    <div className="grid gap-2">
      <CheckboxField
        label={copy.label}
        hint={copy.hint}
        checked={isOn}
        onChange={({ target }) => void change(target.checked)}
      />
      <FormError message={isBlocked ? copy.blocked : undefined} />
    </div>
  );
}
