import { queryOptions, useQuery } from '@tanstack/react-query';
import { type FormEvent, type RefObject, useRef, useState } from 'react';
import { StatusBadge } from '#app/components/data-list/columns.tsx';
import { LoadError, Loading } from '#app/components/data-list/list-states.tsx';
import { allRecords, readPage } from '#app/components/data-list/list-view.ts';
import { Button } from '#app/components/ui/button.tsx';
import { Dialog } from '#app/components/ui/dialog.tsx';
import { TextAreaField, TextField } from '#app/components/ui/field.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import { Select } from '#app/components/ui/select.tsx';
import { formatMoment } from '#app/lib/formats.ts';
import { recordsKey } from '#app/lib/query-client.ts';
import { dismissToastsFrom, toast } from '#app/lib/toast.ts';
import type { Ticket } from '#contract/tickets.ts';
import { type DraftErrors, type TicketDraft, isMissing, ticketForm, validateDraft } from './ticket-draft.ts';
import { priorities, statuses, tickets } from './tickets-list.tsx';

const priorityOptions = Object.entries(priorities).map(([value, { label }]) => ({ value, label }));

type NewTicketDialogProps = {
  isOpen: boolean;
  returnTo: RefObject<HTMLElement | null>;
  draft: TicketDraft;
  onChange: (draft: TicketDraft) => void;
  /** Resolves with an error message, or undefined when the ticket was created. */
  onSend: () => Promise<string | undefined>;
  onClose: () => void;
  onCancel: () => void;
};

export function NewTicketDialog({
  isOpen,
  returnTo,
  draft,
  onChange,
  onSend,
  onClose,
  onCancel,
}: NewTicketDialogProps) {
  const [isSending, setIsSending] = useState(false);
  const [errors, setErrors] = useState<DraftErrors>({});
  const [failure, setFailure] = useState<string>();
  const form = useRef<HTMLFormElement>(null);
  const sending = useRef(false);

  const change = (part: Partial<TicketDraft>) => {
    setErrors({});
    onChange({ ...draft, ...part });
  };
  const isComplete = () => {
    const found = validateDraft(draft);
    setErrors(found);
    const [first] = Object.keys(found);
    if (first === undefined) return true;
    form.current?.querySelector<HTMLElement>(`[name=${first}]`)?.focus();
    if (isMissing(draft.subject) || isMissing(draft.description)) {
      // product §8
      toast({
        source: ticketForm,
        title: 'Missing Information',
        description: 'Please fill in both subject and description.',
        variant: 'destructive',
      });
    }
    return false;
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    dismissToastsFrom(ticketForm);
    // A second click can come before the next render.
    if (sending.current || !isComplete()) return;
    sending.current = true;
    setIsSending(true);
    setFailure(undefined);
    setFailure(await onSend());
    sending.current = false;
    setIsSending(false);
  };

  return (
    <Dialog
      open={isOpen}
      onOpenChange={(isNowOpen) => {
        if (!isNowOpen && !isSending) onClose();
      }}
      returnTo={returnTo}
      title="Create Support Ticket"
      description="Describe your issue and we'll help you resolve it."
    >
      <form ref={form} noValidate onSubmit={(event) => void submit(event)} className="mt-5 grid gap-4">
        <TextField
          label="Subject"
          name="subject"
          placeholder="Brief description of your issue"
          dir="auto"
          autoComplete="off"
          value={draft.subject}
          error={errors.subject}
          onChange={({ target }) => change({ subject: target.value })}
        />
        <Select
          label="Priority"
          name="priority"
          value={draft.priority}
          onChange={(priority) => change({ priority })}
          options={priorityOptions}
        />
        <TextAreaField
          label="Description"
          name="description"
          rows={4}
          dir="auto"
          value={draft.description}
          error={errors.description}
          onChange={({ target }) => change({ description: target.value })}
        />
        {failure !== undefined && (
          <p className="flex gap-2 rounded-md bg-danger-tint px-3.5 py-2.5 text-sm text-danger">
            <Icon name="circle-alert" className="mt-0.5 size-4" />
            {failure}
          </p>
        )}
        <div className="mt-1 flex flex-wrap justify-end gap-3">
          <Button variant="secondary" disabled={isSending} onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" aria-disabled={isSending} className="aria-disabled:opacity-60">
            {isSending ? 'Creating...' : 'Create Ticket'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

// A ticket number is a timestamp: more matches than this are not possible.
const maxMatches = 100;

/** Finds a ticket by its number in the list, as the API has no route for a single ticket. */
const ticketQuery = (ticketNumber: string) =>
  queryOptions({
    queryKey: [...recordsKey('tickets'), 'ticket', ticketNumber],
    queryFn: async ({ signal }) => {
      const view = { ...allRecords, q: ticketNumber };
      const { items } = await readPage(tickets, view, { limit: maxMatches }, signal);
      return items.find((ticket) => ticket.ticketNumber === ticketNumber) ?? null;
    },
  });

type TicketDialogProps = {
  ticketNumber: string;
  /** The ticket from its row, shown while the current one is loading. */
  initialTicket: Ticket | undefined;
  onClose: () => void;
  returnTo: () => HTMLElement | null;
};

export function TicketDialog({ ticketNumber, initialTicket, onClose, returnTo }: TicketDialogProps) {
  const { data: ticket = initialTicket, error, refetch } = useQuery(ticketQuery(ticketNumber));
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      returnTo={returnTo}
      title={ticket?.subject ?? 'Support ticket'}
      description={ticketNumber}
    >
      {ticket && <TicketText ticket={ticket} />}
      {ticket === null && <p className="py-10 text-center text-sm text-muted">You have no ticket with this number.</p>}
      {ticket === undefined && error === null && <Loading what="ticket" />}
      {ticket === undefined && error !== null && (
        <LoadError what="this ticket" message={error.message} onRetry={() => void refetch()} />
      )}
    </Dialog>
  );
}

function TicketText({ ticket: { priority, status, createdAt, description } }: { ticket: Ticket }) {
  return (
    <>
      <dl className="mt-4 flex flex-wrap gap-x-8 gap-y-3 border-y border-line py-3 text-sm">
        <div className="min-w-0">
          <dt className="text-xs text-muted">Priority</dt>
          <dd>
            <StatusBadge value={priority} known={priorities} />
          </dd>
        </div>
        <div className="min-w-0">
          <dt className="text-xs text-muted">Status</dt>
          <dd>
            <StatusBadge value={status} known={statuses} />
          </dd>
        </div>
        <div>
          <dt className="text-xs text-muted">Created</dt>
          <dd>
            <time dateTime={createdAt}>{formatMoment(createdAt)}</time>
          </dd>
        </div>
      </dl>
      <h3 className="mt-4 font-sans text-sm font-semibold tracking-normal">Description</h3>
      {/* Text direction per paragraph. */}
      <p className="mt-1 text-sm wrap-anywhere whitespace-pre-wrap [unicode-bidi:plaintext]">{description}</p>
    </>
  );
}
