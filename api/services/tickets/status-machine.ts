import { reopenDays, type ReplyEffect, type TicketStatus } from '#contract/ticket-states.ts';

// The statuses of a ticket and what moves it from one to another (docs/decisions/016-ticket-conversation.md). Imports may bring
// other statuses: these count as being worked on.

export const staffActions = ['staff_takes', 'staff_replies', 'staff_asks', 'staff_resolves', 'staff_merges'] as const;
export type StaffAction = (typeof staffActions)[number];
export const customerActions = [
  'customer_replies',
  'customer_confirms',
  'customer_reports_broken',
  'customer_solves',
] as const;
export type CustomerAction = (typeof customerActions)[number];
/** Periodic jobs find that a resolved ticket had no message for `silenceDays`, or that the first response is overdue. */
export const systemActions = ['silence_passes', 'response_is_overdue'] as const;
export type SystemAction = (typeof systemActions)[number];
export type TicketAction = StaffAction | CustomerAction | SystemAction;

/** What happens to the SLA target of the first response. Resolving counts as a response; `drop` withdraws the target. */
export type ClockEffect = 'keep' | 'respond' | 'respond_and_pause' | 'pause' | 'resume' | 'restart' | 'miss' | 'drop';

export interface Move {
  to: string;
  clock: ClockEffect;
  isReopened?: true;
}

/** `not_applicable`: the action makes no sense in this status; `follow_up`: it opens a ticket that follows this one. */
export type Transition = Move | 'not_applicable' | 'follow_up';

export interface TicketFacts {
  status: string;
  isAssigned: boolean;
  closedAt: Date | null;
}

const isActive = (status: string) => ['open', 'in_progress', 'waiting_customer'].includes(status);
export const isDone = (status: string) => status === 'resolved' || status === 'closed';
const dayMs = 24 * 60 * 60 * 1000;

const canReopen = ({ closedAt }: TicketFacts, now: Date) =>
  closedAt === null || now.getTime() <= closedAt.getTime() + reopenDays * dayMs;

const reopened = (to: TicketStatus = 'open'): Move => ({ to, clock: 'restart', isReopened: true });

/** Staff may do anything in any status; reopening is a status that they choose (below). */
export function transition(action: StaffAction, ticket: TicketFacts, now: Date): Move;
export function transition(action: TicketAction, ticket: TicketFacts, now: Date): Transition;
export function transition(action: TicketAction, ticket: TicketFacts, now: Date): Transition {
  const { status } = ticket;
  const stay: Move = { to: status, clock: 'keep' };
  switch (action) {
    case 'staff_takes':
      return status === 'open' ? { to: 'in_progress', clock: 'keep' } : stay;
    case 'staff_replies':
      if (isDone(status)) return stay;
      return { to: status === 'waiting_customer' ? status : 'in_progress', clock: 'respond' };
    case 'staff_asks':
      return { to: 'waiting_customer', clock: 'respond_and_pause', ...(isDone(status) && { isReopened: true }) };
    case 'staff_resolves':
      return isDone(status) ? stay : { to: 'resolved', clock: 'respond' };
    case 'staff_merges':
      return { to: 'closed', clock: 'drop' };
    case 'customer_replies':
      if (status === 'waiting_customer') return { to: ticket.isAssigned ? 'in_progress' : 'open', clock: 'resume' };
      // A "thank you" does not reopen a resolved ticket: staff find it unread.
      if (status !== 'closed') return stay;
      return canReopen(ticket, now) ? reopened() : 'follow_up';
    case 'customer_confirms':
      return status === 'resolved' ? { to: 'closed', clock: 'keep' } : 'not_applicable';
    case 'customer_reports_broken':
      if (status === 'resolved') return reopened();
      if (status !== 'closed') return 'not_applicable';
      return canReopen(ticket, now) ? reopened() : 'follow_up';
    case 'customer_solves':
      // Nobody has to answer. What another status of an import means is up to staff.
      return isActive(status) ? { to: 'closed', clock: 'drop' } : 'not_applicable';
    case 'silence_passes':
      return status === 'resolved' ? { to: 'closed', clock: 'keep' } : 'not_applicable';
    case 'response_is_overdue':
      return { to: status, clock: 'miss' };
  }
}

/** A staff member chooses a status without writing to the customer. */
export function chooseStatus(from: string, to: TicketStatus): Move {
  if (from === to) return { to, clock: 'keep' };
  if (isDone(to)) return { to, clock: isDone(from) ? 'keep' : 'respond' };
  if (isDone(from)) return to === 'waiting_customer' ? { to, clock: 'pause', isReopened: true } : reopened(to);
  if (to === 'waiting_customer') return { to, clock: 'pause' };
  return { to, clock: from === 'waiting_customer' ? 'resume' : 'keep' };
}

/** What a reply of the customer will do, for what its form says. */
export function replyEffect(ticket: TicketFacts, now: Date): ReplyEffect {
  if (ticket.status === 'resolved') return 'answer';
  const result = transition('customer_replies', ticket, now);
  if (result === 'follow_up') return 'follow_up';
  return result !== 'not_applicable' && result.isReopened === true ? 'reopen' : 'reply';
}
