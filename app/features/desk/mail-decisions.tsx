import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { StatusBadge } from '#app/components/data-list/columns.tsx';
import { searchable } from '#app/components/data-list/list-view.ts';
import { Button } from '#app/components/ui/button.tsx';
import { api, isApiError } from '#app/lib/api-client.ts';
import { toast } from '#app/lib/toast.ts';
import type { MailsCopy } from '#content/schema/desk-mails.ts';
import type { HeldMail } from '#contract/desk-mails.ts';
import { maxMessageLength } from '#contract/ticket-states.ts';
import { messageOf, useDesk } from './desk-context.ts';
import { FormDialog } from './desk-dialog.tsx';
import { DeskTextArea } from './desk-fields.tsx';
import { LoadState } from './desk-list.tsx';
import { fill } from './formats.ts';
import { Palette } from './palette.tsx';

export const mailQuery = (id: string) =>
  queryOptions({
    queryKey: ['desk', 'mail', id],
    queryFn: ({ signal }) => api.desk.mail.$get({ query: { id } }, { signal }),
  });

type Target = { id: string; ticketNumber: string };
type DecisionProps = { copy: MailsCopy; onDecided: () => void };

const targetOf = ({ ticketId, ticketNumber }: HeldMail): Target | undefined =>
  ticketId === null || ticketNumber === null ? undefined : { id: ticketId, ticketNumber };

/** In the ticket of the mail's reply address, or in one that is chosen first. */
export function PublishMail({ mail, copy, onDecided }: DecisionProps & { mail: HeldMail }) {
  const [isChoosing, setIsChoosing] = useState(false);
  const [target, setTarget] = useState<Target>();
  const start = () => {
    const known = targetOf(mail);
    if (known === undefined) setIsChoosing(true);
    else setTarget(known);
  };
  return (
    <>
      <Button size="sm" onClick={start}>
        {copy.publish}
      </Button>
      {isChoosing && <TicketChooser copy={copy} onChoose={setTarget} onClose={() => setIsChoosing(false)} />}
      {target && (
        <PublishDialog
          id={mail.id}
          target={target}
          copy={copy}
          onDecided={onDecided}
          onClose={() => setTarget(undefined)}
        />
      )}
    </>
  );
}

const shownTickets = '20';

type TicketChooserProps = { copy: MailsCopy; onChoose: (target: Target) => void; onClose: () => void };

function TicketChooser({ copy, onChoose, onClose }: TicketChooserProps) {
  const { copy: deskCopy } = useDesk();
  const [query, setQuery] = useState('');
  const q = searchable(query).trim() || undefined;
  const { data, error, isFetching } = useQuery({
    queryKey: ['desk', 'mail-targets', q],
    queryFn: ({ signal }) => api.desk.tickets.$get({ query: { q, limit: shownTickets } }, { signal }),
    placeholderData: keepPreviousData,
  });
  const options = (data?.items ?? []).map((ticket) => ({
    id: ticket.id,
    icon: 'life-buoy',
    label: ticket.subject,
    detail: `${ticket.ticketNumber} · ${ticket.customerName}`,
    aside: <StatusBadge value={ticket.status} known={deskCopy.statuses.tickets} />,
    onSelect: () => onChoose(ticket),
  }));
  const searching = isFetching && data === undefined ? deskCopy.palette.searching : undefined;
  return (
    <Palette
      title={copy.choose}
      query={query}
      onQueryChange={setQuery}
      groups={[{ label: copy.tickets, options }]}
      message={error === null ? searching : messageOf(error, deskCopy)}
      onClose={onClose}
    />
  );
}

type PublishDialogProps = DecisionProps & { id: string; target: Target; onClose: () => void };

function PublishDialog({ id, target, copy, onDecided, onClose }: PublishDialogProps) {
  const client = useQueryClient();
  const mail = useQuery(mailQuery(id));
  const names = { ticket: target.ticketNumber };
  const publish = async (form: FormData) => {
    const written = form.get('body');
    const body = typeof written === 'string' ? written : '';
    const { skipped } = await api.desk.mail.publish.$post({ json: { id, ticketId: target.id, body } });
    void client.invalidateQueries({ queryKey: ['desk', 'ticket', target.id] });
    toast({
      source: 'mail',
      title: fill(copy.published, names),
      ...(skipped.length > 0 && { description: fill(copy.skipped, { names: skipped.join(', ') }) }),
    });
    onDecided();
  };
  return (
    <FormDialog
      title={fill(copy.publishing.title, names)}
      description={copy.publishing.description}
      submit={copy.publishing.submit}
      errorText={(error) => (isApiError(error, 'changed_meanwhile') ? copy.changedMeanwhile : undefined)}
      onSubmit={publish}
      onClose={onClose}
    >
      {mail.data === undefined ? (
        <LoadState query={mail} />
      ) : (
        <DeskTextArea
          id="mail-body"
          name="body"
          label={copy.body.label}
          rows={8}
          dir="auto"
          required
          maxLength={maxMessageLength}
          defaultValue={(mail.data.visibleText.trim() || mail.data.text).slice(0, maxMessageLength)}
        />
      )}
    </FormDialog>
  );
}

type DiscardDialogProps = DecisionProps & { id: string; onClose: () => void };

export function DiscardDialog({ id, copy, onDecided, onClose }: DiscardDialogProps) {
  const discard = async () => {
    await api.desk.mail.discard.$post({ json: { id } });
    toast({ source: 'mail', title: copy.discarded });
    onDecided();
  };
  return (
    <FormDialog
      title={copy.discarding.title}
      description={copy.discarding.description}
      submit={copy.discarding.submit}
      variant="danger"
      errorText={(error) => (isApiError(error, 'changed_meanwhile') ? copy.changedMeanwhile : undefined)}
      onSubmit={discard}
      onClose={onClose}
    />
  );
}
