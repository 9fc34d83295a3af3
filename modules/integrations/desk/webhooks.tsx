import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Badge } from '#app/components/ui/badge.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import { useFormats } from '#app/lib/portal-context.ts';
import { toast } from '#app/lib/toast.ts';
import type { IntegrationsCopy } from '../copy/desk.fr.ts';
import type { Webhook, WebhookMessage } from '../contract/webhooks.ts';
import { labelOf, useAttempt } from '#app/desk/components/desk-context.ts';
import { LoadState } from '#app/desk/components/desk-list.tsx';
import { type OpenWebhookDialog, WebhookDialogs } from './webhook-dialogs.tsx';
import { integrationsApi } from '../shared/integrations-api.ts';

const queryKey = ['desk', 'webhooks'];
const variants = { enabled: 'success', failing: 'warning', disabled: 'destructive' } as const;
const stateOf = ({ disabledAt, failingSince }: Webhook) =>
  disabledAt !== null ? 'disabled' : failingSince === null ? 'enabled' : 'failing';

type Props = { copy: IntegrationsCopy['webhooks']; unknown: string };

export function Webhooks({ copy, unknown }: Props) {
  const client = useQueryClient();
  const [open, setOpen] = useState<OpenWebhookDialog>();
  const query = useQuery({ queryKey, queryFn: ({ signal }) => integrationsApi.webhooks.webhooks.$get({}, { signal }) });
  return (
    <>
      {query.data === undefined ? (
        <LoadState query={query} isFramed />
      ) : (
        <Panel
          title={copy.title}
          aside={
            <Button size="sm" variant="secondary" onClick={() => setOpen({ kind: 'create' })}>
              <Icon name="plus" className="size-4" />
              {copy.create}
            </Button>
          }
        >
          <p className="px-5 pt-4 text-sm text-muted">{copy.description}</p>
          {query.data.items.length === 0 ? (
            <p className="px-5 pt-2 pb-5 text-sm font-semibold">{copy.none}</p>
          ) : (
            <ul className="divide-y divide-line">
              {query.data.items.map((webhook) => (
                <Endpoint key={webhook.id} webhook={webhook} copy={copy} unknown={unknown} onOpen={setOpen} />
              ))}
            </ul>
          )}
        </Panel>
      )}
      {open && (
        <WebhookDialogs
          open={open}
          copy={copy}
          onSaved={(saved, title) => {
            client.setQueryData(queryKey, saved);
            if (title !== undefined) toast({ source: 'integrations', title });
          }}
          onOpen={setOpen}
        />
      )}
    </>
  );
}

type EndpointProps = Props & { webhook: Webhook; onOpen: (dialog: OpenWebhookDialog) => void };

function Endpoint({ webhook, copy, unknown, onOpen }: EndpointProps) {
  const { id, url, events, createdBy, createdAt, failingSince, disabledAt } = webhook;
  const { moment } = useFormats();
  const client = useQueryClient();
  const { attempt } = useAttempt('integrations');
  const [isShown, setIsShown] = useState(false);
  const state = stateOf(webhook);
  const refresh = () => client.invalidateQueries({ queryKey });
  const sendTest = () =>
    attempt(async () => {
      await integrationsApi.webhooks.webhooks['send-test'].$post({ json: { id } });
      toast({ source: 'integrations', title: copy.done.test });
      setIsShown(true);
      await refresh();
    });
  return (
    <li className="grid gap-3 px-5 py-5">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <h3 className="min-w-0 font-sans text-base font-semibold wrap-anywhere">
          <bdi>{url}</bdi>
        </h3>
        <Badge variant={variants[state]}>{copy.states[state]}</Badge>
      </div>
      <p className="text-sm">{events.map((event) => copy.events[event]).join(' · ')}</p>
      <p className="text-sm text-muted">
        {disabledAt !== null
          ? copy.disabled(moment(disabledAt))
          : failingSince !== null
            ? copy.failing(moment(failingSince))
            : copy.createdBy(createdBy ?? unknown, moment(createdAt))}
      </p>
      <p className="flex flex-wrap gap-3">
        <Button size="sm" variant="secondary" aria-expanded={isShown} onClick={() => setIsShown(!isShown)}>
          {copy.showMessages}
        </Button>
        {state === 'disabled' ? (
          <Button size="sm" onClick={() => onOpen({ kind: 'enable', id })}>
            {copy.enable}
          </Button>
        ) : (
          <Button size="sm" variant="secondary" onClick={() => void sendTest()}>
            {copy.test}
          </Button>
        )}
        <Button size="sm" variant="quiet" onClick={() => onOpen({ kind: 'change', id })}>
          {copy.changeSecret}
        </Button>
        <Button size="sm" variant="quiet" onClick={() => onOpen({ kind: 'remove', id })}>
          {copy.remove}
        </Button>
      </p>
      {isShown && <Messages id={id} copy={copy} isDisabled={state === 'disabled'} />}
    </li>
  );
}

function Messages({ id, copy, isDisabled }: { id: string; copy: Props['copy']; isDisabled: boolean }) {
  const client = useQueryClient();
  const { attempt } = useAttempt('integrations');
  const key = [...queryKey, id];
  const query = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => integrationsApi.webhooks.webhooks.messages.$get({ query: { id } }, { signal }),
    refetchInterval: 5_000,
  });
  if (query.data === undefined) return <LoadState query={query} />;
  if (query.data.items.length === 0) return <p className="text-sm text-muted">{copy.noMessages}</p>;
  const resend = (message: string) =>
    attempt(async () => {
      await integrationsApi.webhooks.webhooks.resend.$post({ json: { id: message } });
      toast({ source: 'integrations', title: copy.done.resend });
      await client.invalidateQueries({ queryKey: key });
    });
  return (
    <ul className="grid gap-2">
      {query.data.items.map((message) => (
        <Message
          key={message.id}
          message={message}
          copy={copy}
          onResend={isDisabled ? undefined : () => void resend(message.id)}
        />
      ))}
    </ul>
  );
}

type MessageProps = { message: WebhookMessage; copy: Props['copy']; onResend: (() => void) | undefined };

function Message({ message, copy, onResend }: MessageProps) {
  const { moment, plural } = useFormats();
  const { event, deliveredAt, attemptedAt, problem, status, attempts } = message;
  const reason = status === null ? (labelOf(copy.problems, problem ?? '') ?? problem ?? '') : copy.status(status);
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 bg-tint px-4 py-3 text-sm">
      <span className="grid min-w-0 gap-1 wrap-anywhere">
        <span className="font-semibold">{labelOf(copy.events, event) ?? event}</span>
        <span className="text-muted">
          {deliveredAt !== null
            ? copy.delivered(moment(deliveredAt))
            : attemptedAt !== null && problem !== null
              ? copy.failed(reason, moment(attemptedAt))
              : copy.waiting}
          {attempts > 0 && ` · ${plural(attempts, copy.attempts)}`}
        </span>
      </span>
      {onResend !== undefined && (
        <Button size="sm" variant="secondary" onClick={onResend}>
          {copy.resend}
        </Button>
      )}
    </li>
  );
}
