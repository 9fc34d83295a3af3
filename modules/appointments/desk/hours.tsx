import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import { CopyButton } from '#app/components/ui/copy-button.tsx';
import { SelectField } from '#app/components/ui/field.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import { canDo, staffQuery, useAttempt, useDesk } from '#app/desk/components/desk-context.ts';
import { LoadState } from '#app/desk/components/desk-list.tsx';
import { toast } from '#app/lib/toast.ts';
import type { DeskAppointmentsCopy } from '../copy/desk.fr.ts';
import type { Hosts } from '../contract/appointment-schemas.ts';
import { Exceptions } from './exceptions.tsx';
import { HoursForm } from './hours-form.tsx';
import { appointmentsApi } from '../shared/appointments-api.ts';

const hostsQuery = queryOptions({
  queryKey: ['desk', 'hosts'],
  queryFn: ({ signal }) => appointmentsApi.desk.hosts.$get({}, { signal }),
});

/** Staff publish their own hours; admins those of everybody. */
export function Hours({ copy }: { copy: DeskAppointmentsCopy }) {
  const { me } = useDesk();
  const client = useQueryClient();
  const query = useQuery(hostsQuery);
  const isAdmin = canDo(me, 'admin');
  const staff = useQuery({ ...staffQuery, enabled: isAdmin }).data?.staff ?? [];
  const [userId, setUserId] = useState(me.userId);
  const { isBusy, attempt } = useAttempt('hours');
  if (query.data === undefined) return <LoadState query={query} isFramed />;
  const { hours } = copy;
  const show = (changed: Hosts, title: string) => {
    client.setQueryData(hostsQuery.queryKey, changed);
    toast({ source: 'hours', title });
  };
  const host = query.data.items.find((one) => one.userId === userId);
  const isOwn = userId === me.userId;
  const others = staff.filter((one) => one.isActive && canPublish(one.permissions));
  const name = others.find((one) => one.userId === userId)?.name ?? '';
  const publish = () =>
    attempt(async () =>
      show(await appointmentsApi.desk.hosts.change.$post({ json: { userId, version: null } }), hours.saved),
    );
  return (
    <div className="grid max-w-4xl gap-5">
      {isAdmin && others.length > 1 && (
        <div className="max-w-sm">
          <SelectField
            label={hours.whose}
            value={userId}
            onChange={({ target }) => setUserId(target.value)}
            options={others.map((one) => ({ value: one.userId, label: one.name }))}
          />
        </div>
      )}
      {host === undefined ? (
        <section className="grid justify-items-start gap-3 border border-line bg-surface p-6">
          <h2 className="text-xl">{isOwn ? hours.none.title : hours.none.other(name)}</h2>
          <p className="max-w-prose text-sm text-muted">{hours.none.text}</p>
          <Button size="sm" disabled={isBusy} onClick={() => void publish()}>
            {hours.none.submit}
          </Button>
        </section>
      ) : (
        <>
          <HoursForm
            key={`${host.userId} ${host.version}`}
            host={host}
            copy={copy}
            onSaved={(changed) => show(changed, hours.saved)}
            onConflict={() => void client.invalidateQueries({ queryKey: hostsQuery.queryKey })}
          />
          <Exceptions key={host.userId} host={host} copy={copy} onSaved={show} />
          {isOwn && <Feed copy={copy.feed} />}
        </>
      )}
    </div>
  );
}

const canPublish = (permissions: string[]) => permissions.includes('support') || permissions.includes('sales');

function Feed({ copy }: { copy: DeskAppointmentsCopy['feed'] }) {
  const [url, setUrl] = useState<string>();
  const { isBusy, attempt } = useAttempt('feed');
  const create = () =>
    attempt(async () => {
      setUrl((await appointmentsApi.desk['calendar-feeds'].$post()).url);
      toast({ source: 'feed', title: copy.created });
    });
  const revoke = () =>
    attempt(async () => {
      await appointmentsApi.desk['calendar-feeds'].revoke.$post();
      setUrl(undefined);
      toast({ source: 'feed', title: copy.revoked });
    });
  return (
    <Panel title={copy.title}>
      <div className="grid gap-4 px-5 py-4 text-sm">
        <p className="text-muted">{copy.description}</p>
        {url !== undefined && (
          <div className="grid gap-1 bg-tint px-4 py-3">
            <p>{copy.once}</p>
            <span className="flex items-center gap-2">
              <code translate="no" aria-label={copy.url} className="min-w-0 text-xs wrap-anywhere">
                {url}
              </code>
              <CopyButton text={url} label={copy.copy} copiedLabel={copy.copied} />
            </span>
          </div>
        )}
        <p className="flex flex-wrap gap-2">
          <Button variant="secondary" size="sm" disabled={isBusy} onClick={() => void create()}>
            {copy.create}
          </Button>
          <Button variant="secondary" size="sm" disabled={isBusy} onClick={() => void revoke()}>
            {copy.revoke}
          </Button>
        </p>
        <p className="text-xs text-muted">{copy.createHint}</p>
      </div>
    </Panel>
  );
}
