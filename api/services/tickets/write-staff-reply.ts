import type { ClientBase } from 'pg';
import type { Caller } from '#api/db/tenant.ts';
import type { DeskReply } from '#contract/desk-conversation.ts';
import { attachFiles } from './attachments.ts';
import { type StaffAction, transition } from './status-machine.ts';
import { planTags } from './tags.ts';
import { type LockedTicket, planPriority, saveTicket } from './ticket-store.ts';

export const staffActionOf: Record<DeskReply['next'], StaffAction> = {
  reply: 'staff_replies',
  ask: 'staff_asks',
  resolve: 'staff_resolves',
};

type Reply = Pick<DeskReply, 'body' | 'next' | 'fileIds' | 'priority' | 'addTags' | 'assignToMe'>;

/** Writes a staff member's reply to a ticket that is locked. A reply to an unassigned ticket assigns it to its author. */
export async function writeStaffReply(
  client: ClientBase,
  { trace }: Pick<Caller, 'trace'>,
  ticket: LockedTicket,
  { body, next, fileIds = [], priority, addTags, assignToMe = false }: Reply,
  { idempotencyKey, isRead }: { idempotencyKey: string | undefined; isRead: boolean },
): Promise<string | null> {
  const now = new Date();
  const change = {
    move: transition(staffActionOf[next], ticket, now),
    message: { body, source: 'desk' as const, idempotencyKey },
    assigneeId: (assignToMe ? null : ticket.assigneeId) ?? (await ownId(client)),
    ...(isRead && { isUnread: false }),
    audit: { event: 'ticket.replied' as const },
    ...(await planPriority(client, ticket, priority)),
    tags: await planTags(client, ticket, addTags),
  };
  const actor = { kind: 'staff' as const, ...(trace !== undefined && { trace }) };
  const { messageId } = await saveTicket(client, actor, ticket, change, now);
  await attachFiles(client, fileIds, { ticketId: ticket.id, messageId });
  return messageId;
}

async function ownId(client: ClientBase): Promise<string> {
  const { rows } = await client.query<{ id: string }>('SELECT app_staff_id() AS id');
  if (rows[0] === undefined) throw new Error('There is no staff member.');
  return rows[0].id;
}
