import { type InfiniteData, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '#app/lib/api-client.ts';
import { currentState } from '#app/lib/current-state.ts';
import { toast } from '#app/lib/toast.ts';
import type { DeskConversation } from '#contract/desk-conversation.ts';
import type { ChangeTicket, QueuedTicket } from '#contract/desk.ts';
import type { Page } from '#contract/lists.ts';
import { ticketStatuses } from '#contract/ticket-states.ts';
import { DeskStatus } from '#app/desk/components/desk-status.tsx';
import { labelOf, staffQuery, useAttempt, useDesk } from '#app/desk/components/desk-context.ts';
import { FormDialog } from '#app/desk/components/desk-dialog.tsx';
import { Choices } from '#app/desk/components/palette.tsx';
import { cardKey } from './ticket-query.ts';

export type ChangedTicket = Pick<
  QueuedTicket,
  'id' | 'ticketNumber' | 'status' | 'assigneeId' | 'assigneeName' | 'version'
>;
type Change = Pick<ChangeTicket, 'status' | 'assigneeId'>;

/** What a change has returned, shown before the lists are read again. */
export function showChange(client: QueryClient, changed: QueuedTicket): void {
  client.setQueriesData<InfiniteData<Page<QueuedTicket>>>(
    { queryKey: ['desk', 'tickets'] },
    (list) =>
      list && {
        ...list,
        pages: list.pages.map((page) => ({
          ...page,
          items: page.items.map((ticket) => (ticket.id === changed.id ? changed : ticket)),
        })),
      },
  );
  client.setQueryData<DeskConversation>(cardKey(changed.id), (ticket) => ticket && { ...ticket, ...changed });
  for (const key of ['tickets', 'ticket', 'customer', 'customer-tickets'])
    void client.invalidateQueries({ queryKey: ['desk', key] });
}

/** Status and assignee, from the list or from the ticket's page: by buttons and by the keys s, a and i. */
export function useTicketChange() {
  const { copy, me, announce } = useDesk();
  const { attempt } = useAttempt('ticket');
  const client = useQueryClient();
  const { data: staff } = useQuery(staffQuery);
  const [chooser, setChooser] = useState<{ kind: 'status' | 'assignee'; ticket: ChangedTicket }>();
  const [conflict, setConflict] = useState<{ current: QueuedTicket; change: Change }>();

  const nameOf = (userId: string | null) =>
    userId === null ? copy.ticket.nobody : (staff?.staff.find((one) => one.userId === userId)?.name ?? '');

  const send = async ({ id, version, ticketNumber: ticket }: ChangedTicket, change: Change) => {
    const changed = await api.desk.tickets.change.$post({ json: { id, version, ...change } });
    showChange(client, changed);
    const title =
      change.status !== undefined
        ? copy.ticket.statusChanged(ticket, labelOf(copy.statuses.tickets, changed.status) ?? changed.status)
        : changed.assigneeName === null
          ? copy.ticket.unassigned(ticket)
          : copy.ticket.assigned(ticket, changed.assigneeName);
    toast({ source: 'ticket', title });
    announce(title);
  };
  const noteConflict = (error: unknown, change: Change) => {
    const current = currentState(error, 'changed_meanwhile', api.desk.tickets.change.$post);
    if (current === undefined) return false;
    setConflict({ current, change });
    showChange(client, current);
    return true;
  };
  const change = async (ticket: ChangedTicket, wanted: Change) => {
    const isSame =
      wanted.status !== undefined ? wanted.status === ticket.status : wanted.assigneeId === ticket.assigneeId;
    if (isSame) return;
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
          onChoose={(status) => void change(chooser.ticket, { status })}
        />
      )}
      {chooser?.kind === 'assignee' && (
        <AssigneeChooser
          ticket={chooser.ticket}
          onClose={closeChooser}
          onChoose={(assigneeId) => void change(chooser.ticket, { assigneeId })}
        />
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
          <dl className="grid gap-4 rounded-lg bg-tint p-4 text-sm sm:grid-cols-2">
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
              </dd>
            </div>
          </dl>
        </FormDialog>
      )}
    </>
  );
  return {
    chooseStatus: (ticket: ChangedTicket | undefined) => ticket && setChooser({ kind: 'status', ticket }),
    chooseAssignee: (ticket: ChangedTicket | undefined) => ticket && setChooser({ kind: 'assignee', ticket }),
    reopen: (ticket: ChangedTicket) => void change(ticket, { status: 'open' }),
    assignToMe: (ticket: ChangedTicket | undefined) => ticket && void change(ticket, { assigneeId: me.userId }),
    dialogs,
  };
}

type ChooserProps<Value> = { ticket: ChangedTicket; onChoose: (value: Value) => void; onClose: () => void };

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

function AssigneeChooser({ ticket, onChoose, onClose }: ChooserProps<string | null>) {
  const { copy, me } = useDesk();
  const { data } = useQuery(staffQuery);
  const able = (data?.staff ?? []).filter(({ isActive, permissions }) => isActive && permissions.includes('support'));
  const isMe = ({ userId }: { userId: string }) => userId === me.userId;
  const people = [...able.filter(isMe), ...able.filter((one) => !isMe(one))].map((one) => ({
    userId: one.userId,
    label: isMe(one) ? copy.queue.you(one.name) : one.name,
  }));
  const options = [...people, { userId: null, label: copy.ticket.nobody }].map(({ userId, label }) => ({
    id: userId ?? 'nobody',
    label,
    isCurrent: userId === ticket.assigneeId,
    onSelect: () => onChoose(userId),
  }));
  const title = copy.ticket.chooseAssignee(ticket.ticketNumber);
  return <Choices title={title} label={copy.ticket.assignee} options={options} onClose={onClose} />;
}
