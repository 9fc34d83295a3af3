import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { Icon } from '#app/components/ui/icon.tsx';
import { TruncatedText } from '#app/components/ui/truncated-text.tsx';
import { formatAge } from '#app/desk/components/age.ts';
import { customerPath, useAttempt, useDesk } from '#app/desk/components/desk-context.ts';
import { DeskStatus } from '#app/desk/components/desk-status.tsx';
import { DeskCopyButton } from '#app/desk/records/record-columns.tsx';
import { api } from '#app/lib/api-client.ts';
import { useFormats } from '#app/lib/portal-context.ts';
import type { DeskConversation } from '#contract/desk-conversation.ts';
import { maxTicketSubjectLength } from '#contract/limits.ts';
import { Assignee, isHighPriority, Priority } from '#app/desk/components/ticket-cells.tsx';
import { Sla } from './sla.tsx';
import { showChange, type useTicketChange } from './ticket-change.tsx';
import { useViewing } from './use-viewing.ts';
import { useViewers, Viewers } from './viewers.tsx';

type TicketHeaderProps = Omit<ReturnType<typeof useTicketChange>, 'dialogs'> & {
  ticket: DeskConversation;
  isRenaming: boolean;
  onRename: (isRenaming: boolean) => void;
  children: ReactNode;
};

/** The subject, and in one line what decides about the ticket. */
export function TicketHeader({ ticket, isRenaming, onRename, children, ...change }: TicketHeaderProps) {
  const { chooseStatus, chooseAssignee, choosePriority, chooseTags, assignToMe, reopen, changeSubject } = change;
  const { copy, me } = useDesk();
  const viewers = useViewers();
  useViewing(ticket.id);
  const { customer, requester, author } = ticket;
  const isByStaff = ticket.origin === 'desk' || ticket.unverifiedSender !== null;
  const isDone = ticket.status === 'resolved' || ticket.status === 'closed';
  return (
    <header className="grid gap-2 border border-line bg-surface px-5 py-4">
      <div className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
        {/* On a phone the short number alone: beside it are the buttons. */}
        <span className="flex items-center gap-1 font-semibold text-ink">
          <span className="flex items-center gap-1 max-sm:hidden">
            {ticket.ticketNumber}
            <DeskCopyButton text={ticket.ticketNumber} />
          </span>
          <span className="sm:font-normal sm:text-muted">#{ticket.shortNumber}</span>
        </span>
        <Viewers viewers={viewers.get(ticket.id)} />
        <span className="ms-auto flex items-center gap-1 print:hidden">
          {isDone && (
            <button type="button" onClick={() => reopen(ticket)} className="row-action">
              {copy.ticket.reopen}
            </button>
          )}
          {ticket.assigneeId !== me.userId && (
            <button type="button" onClick={() => assignToMe(ticket)} className="row-action flex items-center gap-2">
              {copy.ticket.assignToMe}
              <kbd aria-hidden="true">i</kbd>
            </button>
          )}
          {children}
        </span>
      </div>
      {isRenaming ? (
        <SubjectForm
          subject={ticket.subject}
          onSave={(subject) => changeSubject(ticket, subject)}
          onClose={() => onRename(false)}
        />
      ) : (
        <div className="flex items-start gap-x-1 sm:flex-wrap sm:items-center sm:gap-x-2">
          <h1 dir="auto" className="min-w-0 text-2xl wrap-anywhere max-sm:grow">
            {ticket.subject}
          </h1>
          <button
            type="button"
            onClick={() => onRename(true)}
            className="row-action flex items-center gap-2 max-sm:-me-2 print:hidden"
          >
            <Icon name="pencil" className="size-4 sm:hidden" />
            <span className="max-sm:sr-only">{copy.ticket.editSubject}</span>
            <kbd aria-hidden="true">e</kbd>
          </button>
        </div>
      )}
      <dl className="ticket-facts">
        <LineFact label={copy.ticket.status}>
          <button type="button" onClick={() => chooseStatus(ticket)} className="property-button">
            <DeskStatus of="tickets" value={ticket.status} />
            <kbd aria-hidden="true">s</kbd>
          </button>
        </LineFact>
        <LineFact label={copy.ticket.priority}>
          <button type="button" onClick={() => choosePriority(ticket)} className="property-button">
            <Priority value={ticket.priority} />
            <kbd aria-hidden="true">p</kbd>
          </button>
        </LineFact>
        <LineFact label={copy.ticket.assignee}>
          <button type="button" onClick={() => chooseAssignee(ticket)} className="property-button">
            <Assignee
              id={ticket.assigneeId}
              name={ticket.assigneeName}
              myId={me.userId}
              isUrgent={!isDone && isHighPriority(ticket.priority)}
            />
            <kbd aria-hidden="true">a</kbd>
          </button>
        </LineFact>
        <LineFact label={copy.ticket.tags}>
          <button type="button" onClick={() => chooseTags(ticket)} className="property-button flex-wrap">
            {ticket.tags.map((tag) => (
              <bdi key={tag} className="tag">
                {tag}
              </bdi>
            ))}
            {ticket.tags.length === 0 && <span className="text-muted print:hidden">{copy.ticket.noTags}</span>}
            <kbd aria-hidden="true">t</kbd>
          </button>
        </LineFact>
        <LineFact label={copy.ticket.card.title}>
          <Link
            to={customerPath(customer.id)}
            title={customer.name}
            className="block truncate font-semibold hover:text-azure hover:underline"
          >
            {customer.name}
          </Link>
        </LineFact>
        <LineFact label={copy.ticket.requester}>
          <TruncatedText
            text={requester?.name ?? (isByStaff ? customer.contact : author?.name) ?? copy.ticket.unknownAuthor}
          />
        </LineFact>
        <LineFact label={copy.sla.label}>
          <Sla ticket={ticket} isLong />
        </LineFact>
      </dl>
      {ticket.snoozedUntil !== null && <Snoozed ticket={ticket} until={ticket.snoozedUntil} />}
      {ticket.unreadSince !== null && <Unread id={ticket.id} since={ticket.unreadSince} />}
    </header>
  );
}

type SubjectFormProps = { subject: string; onSave: (subject: string) => void; onClose: () => void };

function SubjectForm({ subject, onSave, onClose }: SubjectFormProps) {
  const { copy } = useDesk();
  const ref = useRef<HTMLInputElement>(null);
  useEffect(() => ref.current?.select(), []);
  return (
    <form
      className="flex flex-wrap items-center gap-2 print:hidden"
      onSubmit={(event) => {
        event.preventDefault();
        onSave(ref.current?.value.trim() ?? '');
        onClose();
      }}
    >
      <input
        ref={ref}
        aria-label={copy.ticket.subject}
        defaultValue={subject}
        required
        pattern=".*\S.*"
        maxLength={maxTicketSubjectLength}
        dir="auto"
        autoComplete="off"
        onKeyDown={({ key }) => {
          if (key === 'Escape') onClose();
        }}
        className="subject-field"
      />
      <button type="submit" className="row-action">
        {copy.ticket.saveSubject}
      </button>
      <button type="button" onClick={onClose} className="row-action">
        {copy.ticket.cancelSubject}
      </button>
    </form>
  );
}

/** Its label is read aloud, and shown on hover. */
const LineFact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div title={label}>
    <dt className="sr-only">{label}</dt>
    <dd dir="auto" className="min-w-0">
      {children}
    </dd>
  </div>
);

function Snoozed({ ticket: { id, version }, until }: { ticket: DeskConversation; until: string }) {
  const { copy } = useDesk();
  const formats = useFormats();
  const client = useQueryClient();
  const { attempt } = useAttempt('ticket');
  const wake = async () =>
    showChange(client, await api.desk.tickets.snooze.$post({ json: { id, version, until: null } }));
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <span className="flex items-center gap-2 font-semibold">
        <Icon name="clock" className="size-4" />
        {copy.ticket.snoozed(formats.officeMoment(until))}
      </span>
      <button type="button" onClick={() => void attempt(wake)} className="row-action print:hidden">
        {copy.ticket.wake}
      </button>
    </p>
  );
}

/** Nobody has read or answered what the customer wrote: a word of thanks needs no answer. */
function Unread({ id, since }: { id: string; since: string }) {
  const { copy } = useDesk();
  const formats = useFormats();
  const client = useQueryClient();
  const { attempt } = useAttempt('ticket');
  const markRead = async () => showChange(client, await api.desk.tickets['mark-read'].$post({ json: { id } }));
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <span className="flex items-center gap-2 font-semibold">
        <span className="unread-dot" />
        {copy.ticket.unread(formatAge(since, copy, formats))}
      </span>
      <button type="button" onClick={() => void attempt(markRead)} className="row-action print:hidden">
        {copy.ticket.markRead}
      </button>
    </p>
  );
}
