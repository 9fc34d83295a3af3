import { type InfiniteData, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '#app/lib/api-client.ts';
import { currentState } from '#app/lib/current-state.ts';
import { toast } from '#app/lib/toast.ts';
import type { DeskConversation } from '#contract/desk-conversation.ts';
import type { QueuedTicket } from '#contract/desk-tickets.ts';
import type { ChangeTicket } from '#contract/ticket-changes.ts';
import type { Page } from '#contract/lists.ts';
import { useFormats } from '#app/lib/portal-context.ts';
import { ticketPriorities, ticketStatuses } from '#contract/ticket-states.ts';
import { AssigneeChooser } from '#app/desk/components/assignee-chooser.tsx';
import { DeskStatus } from '#app/desk/components/desk-status.tsx';
import { labelOf, staffQuery, useAttempt, useDesk } from '#app/desk/components/desk-context.ts';
import { FormDialog } from '#app/desk/components/desk-dialog.tsx';
import { Choices } from '#app/desk/components/palette.tsx';
import { TagChooser } from './tag-chooser.tsx';
import { cardKey } from './ticket-query.ts';

export type ChangedTicket = Pick<
  QueuedTicket,
  'id' | 'ticketNumber' | 'status' | 'assigneeId' | 'assigneeName' | 'priority' | 'subject' | 'tags' | 'version'
>;
export type Change = Omit<ChangeTicket, 'id' | 'version'>;
/** One ticket, or what several have in common. */
type Chosen = Pick<ChangedTicket, 'ticketNumber' | 'status' | 'assigneeId' | 'priority' | 'tags'>;
export type Chooser = {
  kind: 'status' | 'assignee' | 'priority' | 'tags';
  ticket: Chosen;
  apply: (wanted: Change) => void;
};

const isSame = (ticket: ChangedTicket, { addTags = [], removeTags = [], ...values }: Change) =>
  addTags.every((tag) => ticket.tags.includes(tag)) &&
  !removeTags.some((tag) => ticket.tags.includes(tag)) &&
  Object.entries(values).every(([name, value]) => value === ticket[name as keyof typeof values]);

/** What a change has returned, shown before the lists are read again. */
export function showChange(client: QueryClient, ...changed: QueuedTicket[]): void {
  const byId = new Map(changed.map((ticket) => [ticket.id, ticket]));
  client.setQueriesData<InfiniteData<Page<QueuedTicket>>>(
    { queryKey: ['desk', 'tickets'] },
    (list) =>
      list && {
        ...list,
        pages: list.pages.map((page) => ({
          ...page,
          items: page.items.map((ticket) => byId.get(ticket.id) ?? ticket),
        })),
      },
  );
  for (const one of changed)
    client.setQueryData<DeskConversation>(cardKey(one.id), (ticket) => ticket && { ...ticket, ...one });
  for (const key of ['tickets', 'counts', 'ticket', 'customer', 'customer-tickets'])
    void client.invalidateQueries({ queryKey: ['desk', key] });
}

/** What staff change of a ticket, from the list or from its page: by buttons and by keys. */
export function useTicketChange() {
  const { copy, me } = useDesk();
  const { attempt } = useAttempt('ticket');
  const client = useQueryClient();
  const { data: staff } = useQuery(staffQuery);
  const [chooser, setChooser] = useState<Chooser>();
  const [conflict, setConflict] = useState<{ current: QueuedTicket; change: Change }>();

  const formats = useFormats();
  const priorityOf = (priority: string) => labelOf(copy.statuses.priorities, priority) ?? priority;
  const nameOf = (userId: string | null) =>
    userId === null ? copy.ticket.nobody : (staff?.staff.find((one) => one.userId === userId)?.name ?? '');

  const send = async ({ id, version, ticketNumber: ticket }: ChangedTicket, change: Change) => {
    const changed = await api.desk.tickets.change.$post({ json: { id, version, ...change } });
    showChange(client, changed);
    const title = describeChange(ticket, change, changed);
    toast({ source: 'ticket', title });
  };
  const describeChange = (ticket: string, change: Change, changed: QueuedTicket) => {
    if (change.priority !== undefined) return copy.ticket.priorityChanged(ticket, priorityOf(change.priority));
    if (change.subject !== undefined) return copy.ticket.subjectChanged(ticket);
    if (change.addTags !== undefined) return copy.ticket.tagAdded(ticket, formats.list(change.addTags));
    if (change.removeTags !== undefined) return copy.ticket.tagRemoved(ticket, formats.list(change.removeTags));
    if (change.status !== undefined)
      return copy.ticket.statusChanged(ticket, labelOf(copy.statuses.tickets, changed.status) ?? changed.status);
    return changed.assigneeName === null
      ? copy.ticket.unassigned(ticket)
      : copy.ticket.assigned(ticket, changed.assigneeName);
  };
  const noteConflict = (error: unknown, change: Change) => {
    const current = currentState(error, 'changed_meanwhile', api.desk.tickets.change.$post);
    if (current === undefined) return false;
    setConflict({ current, change });
    showChange(client, current);
    return true;
  };
  const change = async (ticket: ChangedTicket, wanted: Change) => {
    if (isSame(ticket, wanted)) return;
    await attempt(() =>
      send(ticket, wanted).catch((error: unknown) => {
        if (!noteConflict(error, wanted)) throw error;
      }),
    );
  };

  const closeChooser = () => setChooser(undefined);
  const dialogs = (
    <>
      {chooser?.kind === 'status' && (
        <StatusChooser
          ticket={chooser.ticket}
          onClose={closeChooser}
          onChoose={(status) => chooser.apply({ status })}
        />
      )}
      {chooser?.kind === 'assignee' && (
        <AssigneeChooser
          title={copy.ticket.chooseAssignee(chooser.ticket.ticketNumber)}
          assigneeId={chooser.ticket.assigneeId}
          onClose={closeChooser}
          onChoose={(assigneeId) => chooser.apply({ assigneeId })}
        />
      )}
      {chooser?.kind === 'priority' && (
        <PriorityChooser
          ticket={chooser.ticket}
          onClose={closeChooser}
          onChoose={(priority) => chooser.apply({ priority })}
        />
      )}
      {chooser?.kind === 'tags' && (
        <TagChooser ticket={chooser.ticket} onClose={closeChooser} onChoose={chooser.apply} />
      )}
      {conflict && (
        <FormDialog
          title={copy.ticket.conflict.title(conflict.current.ticketNumber)}
          description={copy.ticket.conflict.description}
          submit={copy.ticket.conflict.submit}
          cancel={copy.ticket.conflict.keep}
          onSubmit={async () => {
            await send(conflict.current, conflict.change).catch((error: unknown) => {
              noteConflict(error, conflict.change);
              throw error;
            });
          }}
          onClose={() => setConflict(undefined)}
        >
          <dl className="grid gap-4 bg-tint p-4 text-sm sm:grid-cols-2">
            <div className="grid content-start gap-2">
              <dt className="text-xs font-semibold text-muted">{copy.ticket.conflict.theirs}</dt>
              <dd className="grid justify-items-start gap-2">
                <DeskStatus of="tickets" value={conflict.current.status} />
                <span>{conflict.current.assigneeName ?? copy.queue.unassigned}</span>
              </dd>
            </div>
            <div className="grid content-start gap-2">
              <dt className="text-xs font-semibold text-muted">{copy.ticket.conflict.yours}</dt>
              <dd className="grid justify-items-start gap-2">
                {conflict.change.status !== undefined && <DeskStatus of="tickets" value={conflict.change.status} />}
                {conflict.change.assigneeId !== undefined && <span>{nameOf(conflict.change.assigneeId)}</span>}
                {conflict.change.priority !== undefined && <span>{priorityOf(conflict.change.priority)}</span>}
                {conflict.change.subject !== undefined && (
                  <span dir="auto" className="wrap-anywhere">
                    {conflict.change.subject}
                  </span>
                )}
                {(conflict.change.addTags ?? conflict.change.removeTags)?.map((tag) => (
                  <span key={tag}>{tag}</span>
                ))}
              </dd>
            </div>
          </dl>
        </FormDialog>
      )}
    </>
  );
  const chooserOf = (kind: Chooser['kind']) => (ticket: ChangedTicket | undefined) =>
    ticket && setChooser({ kind, ticket, apply: (wanted) => void change(ticket, wanted) });
  return {
    choose: (wanted: Chooser) => setChooser(wanted),
    chooseStatus: chooserOf('status'),
    chooseAssignee: chooserOf('assignee'),
    choosePriority: chooserOf('priority'),
    chooseTags: chooserOf('tags'),
    changeSubject: (ticket: ChangedTicket, subject: string) => void change(ticket, { subject }),
    reopen: (ticket: ChangedTicket) => void change(ticket, { status: 'open' }),
    assignToMe: (ticket: ChangedTicket | undefined) => ticket && void change(ticket, { assigneeId: me.userId }),
    dialogs,
  };
}

type ChooserProps<Value> = { ticket: Chosen; onChoose: (value: Value) => void; onClose: () => void };

function StatusChooser({ ticket, onChoose, onClose }: ChooserProps<(typeof ticketStatuses)[number]>) {
  const { copy } = useDesk();
  const options = ticketStatuses.map((status) => ({
    id: status,
    label: copy.statuses.tickets[status],
    isCurrent: status === ticket.status,
    onSelect: () => onChoose(status),
  }));
  const title = copy.ticket.chooseStatus(ticket.ticketNumber);
  return <Choices title={title} label={copy.ticket.status} options={options} onClose={onClose} />;
}

function PriorityChooser({ ticket, onChoose, onClose }: ChooserProps<(typeof ticketPriorities)[number]>) {
  const { copy } = useDesk();
  const options = ticketPriorities.map((priority) => ({
    id: priority,
    label: copy.statuses.priorities[priority],
    isCurrent: priority === ticket.priority,
    onSelect: () => onChoose(priority),
  }));
  const title = copy.ticket.choosePriority(ticket.ticketNumber);
  return <Choices title={title} label={copy.ticket.priority} options={options} onClose={onClose} />;
}
