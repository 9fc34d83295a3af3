import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { Link } from 'react-router';
import { StatusBadge } from '#app/components/data-list/columns.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { TextField } from '#app/components/ui/field.tsx';
import { FormError } from '#app/components/ui/notice.tsx';
import { api, isApiError } from '#app/lib/api-client.ts';
import type { Person, RelatedTicket } from '#contract/conversation.ts';
import type { DeskConversation } from '#contract/desk-conversation.ts';
import { messageOf, ticketPath, useConversationCopy, useDesk } from '../desk-context.ts';
import { emailField, findErrors } from '../desk-fields.tsx';
import { fill } from '../formats.ts';
import { ticketKey } from '../ticket-query.ts';

function Card({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid min-w-0 gap-3 rounded-lg border border-line bg-surface px-5 py-4 text-sm">
      <h3 className="font-sans text-sm font-semibold text-muted">{title}</h3>
      {children}
    </section>
  );
}

/** For whom the ticket was opened, and who else of the customer sees it. */
export function TicketPeople({ ticket: { id, author, requester, watchers } }: { ticket: DeskConversation }) {
  const { copy: deskCopy, reportError } = useDesk();
  const { people: copy } = useConversationCopy();
  const client = useQueryClient();
  const title = useRef<HTMLHeadingElement>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [fieldError, setFieldError] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const [done, setDone] = useState<string>();

  /** Whether it worked. */
  const run = async (work: () => Promise<unknown>, message: string): Promise<boolean> => {
    if (isBusy) return false;
    setIsBusy(true);
    setFailure(undefined);
    setDone(undefined);
    let isDone = false;
    try {
      await work();
      await client.invalidateQueries({ queryKey: ticketKey(id) });
      setDone(message);
      isDone = true;
    } catch (error) {
      reportError(error);
      if (isApiError(error, 'not_found') || isApiError(error, 'invalid_request')) setFailure(copy.notFound);
      else setFailure(isApiError(error, 'too_many_people') ? copy.tooMany : messageOf(error, deskCopy));
    }
    setIsBusy(false);
    return isDone;
  };
  const add = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const errors = findErrors(form, deskCopy);
    setFieldError(errors[emailField.name]);
    if (Object.keys(errors).length > 0) return;
    const value = new FormData(form).get(emailField.name);
    const email = typeof value === 'string' ? value.trim() : '';
    const isAdded = await run(
      () => api.desk.ticket.watchers.add.$post({ json: { id, email } }),
      fill(copy.added, { name: email }),
    );
    if (isAdded) form.reset();
  };
  const remove = async ({ userId, name }: Person) => {
    const isRemoved = await run(
      () => api.desk.ticket.watchers.remove.$post({ json: { id, userId } }),
      fill(copy.removed, { name }),
    );
    // The button is gone.
    if (isRemoved) title.current?.focus();
  };

  return (
    <Card title={copy.title}>
      {requester !== null && requester.userId !== author?.userId && (
        <p className="grid">
          <span className="text-xs text-muted">{copy.requester}</span>
          <bdi className="wrap-anywhere">{requester.name}</bdi>
        </p>
      )}
      <h4 ref={title} tabIndex={-1} className="font-sans text-xs font-normal text-muted outline-none">
        {copy.watchers}
      </h4>
      {watchers.length === 0 ? (
        <p className="text-muted">{copy.none}</p>
      ) : (
        <ul className="grid gap-1">
          {watchers.map((watcher) => (
            <li key={watcher.userId} className="flex items-center justify-between gap-3">
              <bdi className="min-w-0 wrap-anywhere">{watcher.name}</bdi>
              <button
                type="button"
                aria-disabled={isBusy}
                onClick={() => void remove(watcher)}
                className="row-action print:hidden"
              >
                {copy.remove}
                <span className="sr-only"> {watcher.name}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <p role="status" className="empty:hidden">
        {done}
      </p>
      <form noValidate onSubmit={(event) => void add(event)} className="grid gap-2 print:hidden">
        <TextField {...emailField} {...copy.email} required error={fieldError} />
        <FormError message={failure} />
        <Button type="submit" variant="secondary" size="sm" aria-disabled={isBusy} className="justify-self-start">
          {copy.add}
        </Button>
      </form>
    </Card>
  );
}

export function RelatedTickets({ ticket }: { ticket: DeskConversation }) {
  const { statuses } = useDesk().copy;
  const { relatedTickets: copy } = useConversationCopy();
  const { follows, followedBy, mergedInto, mergedFrom } = ticket;
  const groups: [label: string, tickets: RelatedTicket[]][] = [
    [copy.follows, follows === null ? [] : [follows]],
    [copy.followedBy, followedBy],
    [copy.mergedInto, mergedInto === null ? [] : [mergedInto]],
    [copy.mergedFrom, mergedFrom],
  ];
  const shown = groups.filter(([, tickets]) => tickets.length > 0);
  if (shown.length === 0) return null;
  return (
    <Card title={copy.title}>
      {shown.map(([label, tickets]) => (
        <div key={label} className="grid min-w-0 gap-1">
          <h4 className="font-sans text-xs font-normal text-muted">{label}</h4>
          <ul className="grid gap-2">
            {tickets.map(({ id, ticketNumber, subject, status }) => (
              <li key={id} className="flex min-w-0 items-start justify-between gap-3">
                <Link to={ticketPath(id)} className="min-w-0 text-azure underline-offset-4 hover:underline">
                  <span className="font-semibold">{ticketNumber}</span>
                  <span dir="auto" className="line-clamp-2 wrap-anywhere text-ink">
                    {subject}
                  </span>
                </Link>
                <StatusBadge value={status} known={statuses.tickets} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </Card>
  );
}
