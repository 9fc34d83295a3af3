import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Badge } from '#app/components/ui/badge.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import { useFormats } from '#app/lib/portal-context.ts';
import { toast } from '#app/lib/toast.ts';
import type { IntegrationsCopy } from '../copy/desk.fr.ts';
import type { ApiKey, ApiKeys } from '../contract/api-keys.ts';
import { useTitle } from '#app/desk/components/desk-context.ts';
import { ListHeader } from '#app/desk/components/desk-filters.tsx';
import { LoadState } from '#app/desk/components/desk-list.tsx';
import { Webhooks } from './webhooks.tsx';
import { KeyDialogs, type OpenKeyDialog } from './key-dialogs.tsx';
import { integrationsApi } from '../shared/integrations-api.ts';

const queryKey = ['desk', 'api-keys'];

export function Integrations({ copy }: { copy: IntegrationsCopy }) {
  const client = useQueryClient();
  const [open, setOpen] = useState<OpenKeyDialog>();
  const query = useQuery({ queryKey, queryFn: ({ signal }) => integrationsApi.keys['api-keys'].$get({}, { signal }) });
  useTitle(copy.title);
  const save = ({ items }: ApiKeys, title?: string) => {
    client.setQueryData(queryKey, { items });
    if (title !== undefined) toast({ source: 'integrations', title });
  };
  const items = query.data?.items ?? [];
  return (
    <section className="grid gap-5">
      <ListHeader title={copy.title} />
      <div className="integrations">
        {query.data === undefined ? (
          <LoadState query={query} isFramed />
        ) : (
          <Panel
            title={copy.keys.title}
            aside={
              <Button size="sm" variant="secondary" onClick={() => setOpen({ kind: 'create' })}>
                <Icon name="plus" className="size-4" />
                {copy.keys.create}
              </Button>
            }
          >
            <p className="px-5 pt-4 text-sm text-muted">{copy.keys.description}</p>
            {items.length === 0 ? (
              <p className="px-5 pt-2 pb-5 text-sm font-semibold">{copy.keys.none}</p>
            ) : (
              <ul className="divide-y divide-line">
                {items.map((key) => (
                  <Key
                    key={key.id}
                    apiKey={key}
                    copy={copy.keys}
                    onRevoke={() => setOpen({ kind: 'revoke', id: key.id })}
                  />
                ))}
              </ul>
            )}
          </Panel>
        )}
        <Webhooks copy={copy.webhooks} unknown={copy.keys.unknown} />
      </div>
      {open && <KeyDialogs open={open} copy={copy.keys} onSaved={save} onOpen={setOpen} />}
    </section>
  );
}

const stateOf = ({ revokedAt, isExpired }: ApiKey) =>
  revokedAt !== null ? 'revoked' : isExpired ? 'expired' : 'valid';
const variants = { valid: 'success', expired: 'secondary', revoked: 'outline' } as const;

type KeyProps = { apiKey: ApiKey; copy: IntegrationsCopy['keys']; onRevoke: () => void };

function Key({ apiKey, copy, onRevoke }: KeyProps) {
  const { moment, day } = useFormats();
  const state = stateOf(apiKey);
  const facts = [
    copy.createdBy(apiKey.createdBy ?? copy.unknown, moment(apiKey.createdAt)),
    apiKey.lastUsedOn === null ? copy.unused : copy.used(day(apiKey.lastUsedOn)),
    apiKey.revokedAt === null
      ? copy[apiKey.isExpired ? 'expired' : 'expires'](moment(apiKey.expiresAt))
      : copy.revokedBy(apiKey.revokedBy ?? copy.unknown, moment(apiKey.revokedAt)),
  ];
  return (
    <li className="grid gap-3 px-5 py-5">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <h3 className="min-w-0 font-sans text-base font-semibold wrap-anywhere">
          <bdi>{apiKey.name}</bdi> <code className="text-sm font-normal text-muted">{apiKey.prefix}…</code>
        </h3>
        <Badge variant={variants[state]}>{copy.states[state]}</Badge>
      </div>
      <p className="text-sm">{apiKey.scopes.map((scope) => copy.scopes[scope]).join(' · ')}</p>
      <ul className="grid gap-1 text-sm text-muted">
        {facts.map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
      {state !== 'revoked' && (
        <p>
          <Button size="sm" variant="secondary" onClick={onRevoke}>
            {copy.revoke}
          </Button>
        </p>
      )}
    </li>
  );
}
