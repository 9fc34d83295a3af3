import { describe, expect, test } from 'vitest';
import { ticketStatuses } from '#contract/ticket-states.ts';
import { describeDatabase } from '#tests/support/fixtures.ts';
import {
  chooseStatus,
  customerActions,
  replyEffect,
  staffActions,
  systemActions,
  type TicketAction,
  transition,
} from './status-machine.ts';

const ticketActions: TicketAction[] = [...staffActions, ...customerActions, ...systemActions];

const now = new Date('2026-11-16T09:00:00Z');
const daysAgo = (days: number) => new Date(now.getTime() - days * 24 * 60 * 60 * 1000);

/** Statuses, with what else decides: who it is assigned to, and how long ago it was closed. `escalated` was imported. */
const situations = {
  open: { status: 'open', isAssigned: false, closedAt: null },
  in_progress: { status: 'in_progress', isAssigned: true, closedAt: null },
  'waiting_customer, assigned': { status: 'waiting_customer', isAssigned: true, closedAt: null },
  'waiting_customer, unassigned': { status: 'waiting_customer', isAssigned: false, closedAt: null },
  resolved: { status: 'resolved', isAssigned: true, closedAt: null },
  'closed 14 days ago': { status: 'closed', isAssigned: true, closedAt: daysAgo(14) },
  'closed earlier': { status: 'closed', isAssigned: true, closedAt: daysAgo(14.001) },
  escalated: { status: 'escalated', isAssigned: false, closedAt: null },
};
type Situation = keyof typeof situations;
const names = Object.keys(situations) as Situation[];

// As `status clock`, with + where the ticket is reopened. Columns in the order of the situations above.
const table: Record<TicketAction, readonly string[]> = {
  staff_takes: [
    'in_progress',
    'in_progress',
    'waiting_customer',
    'waiting_customer',
    'resolved',
    'closed',
    'closed',
    'escalated',
  ].map((to) => `${to} keep`),
  staff_replies: [
    'in_progress respond',
    'in_progress respond',
    'waiting_customer respond',
    'waiting_customer respond',
    'resolved keep',
    'closed keep',
    'closed keep',
    'in_progress respond',
  ],
  staff_asks: [
    ...Array.from({ length: 4 }, () => 'waiting_customer respond_and_pause'),
    ...Array.from({ length: 3 }, () => 'waiting_customer respond_and_pause +'),
    'waiting_customer respond_and_pause',
  ],
  staff_resolves: [
    ...Array.from({ length: 4 }, () => 'resolved respond'),
    'resolved keep',
    'closed keep',
    'closed keep',
    'resolved respond',
  ],
  staff_merges: Array.from({ length: 8 }, () => 'closed drop'),
  customer_replies: [
    'open keep',
    'in_progress keep',
    'in_progress resume',
    'open resume',
    'resolved keep',
    'open restart +',
    'follow_up',
    'escalated keep',
  ],
  customer_confirms: [
    ...Array.from({ length: 4 }, () => 'not_applicable'),
    'closed keep',
    ...Array.from({ length: 3 }, () => 'not_applicable'),
  ],
  customer_reports_broken: [
    ...Array.from({ length: 4 }, () => 'not_applicable'),
    'open restart +',
    'open restart +',
    'follow_up',
    'not_applicable',
  ],
  customer_solves: [
    ...Array.from({ length: 4 }, () => 'closed drop'),
    ...Array.from({ length: 4 }, () => 'not_applicable'),
  ],
  silence_passes: [
    ...Array.from({ length: 4 }, () => 'not_applicable'),
    'closed keep',
    ...Array.from({ length: 3 }, () => 'not_applicable'),
  ],
  response_is_overdue: names.map((name) => `${situations[name].status} miss`),
};

const write = (result: ReturnType<typeof transition>) =>
  typeof result === 'string' ? result : `${result.to} ${result.clock}${result.isReopened === true ? ' +' : ''}`;

describe.each(ticketActions)('%s', (action) => {
  test.each(names.map((name, at) => [name, table[action][at]] as const))('%s: %s', (name, expected) => {
    expect(write(transition(action, situations[name], now))).toBe(expected);
  });
});

test('the situations cover every status', () => {
  const covered = new Set(Object.values(situations).map(({ status }) => status));
  expect(ticketStatuses.filter((status) => !covered.has(status))).toEqual([]);
});

test('whatever happens, a ticket has one of the five statuses or the one it had', () => {
  const others = Object.values(situations).flatMap((situation) =>
    ticketActions.flatMap((action) => {
      const result = transition(action, situation, now);
      const known: string[] = [...ticketStatuses, situation.status];
      return typeof result === 'string' || known.includes(result.to) ? [] : [result.to];
    }),
  );
  expect(others).toEqual([]);
});

describe('a status that a staff member chooses', () => {
  const chosen: Record<string, Record<string, string>> = {
    open: {
      open: 'keep',
      in_progress: 'keep',
      waiting_customer: 'pause',
      resolved: 'respond',
      closed: 'respond',
    },
    in_progress: {
      open: 'keep',
      in_progress: 'keep',
      waiting_customer: 'pause',
      resolved: 'respond',
      closed: 'respond',
    },
    waiting_customer: {
      open: 'resume',
      in_progress: 'resume',
      waiting_customer: 'keep',
      resolved: 'respond',
      closed: 'respond',
    },
    resolved: {
      open: 'restart +',
      in_progress: 'restart +',
      waiting_customer: 'pause +',
      resolved: 'keep',
      closed: 'keep',
    },
    closed: {
      open: 'restart +',
      in_progress: 'restart +',
      waiting_customer: 'pause +',
      resolved: 'keep',
      closed: 'keep',
    },
    escalated: { open: 'keep', in_progress: 'keep', waiting_customer: 'pause', resolved: 'respond', closed: 'respond' },
  };
  test.each(Object.keys(chosen).flatMap((from) => ticketStatuses.map((to) => [from, to] as const)))(
    'from %s to %s',
    (from, to) => {
      expect(write(chooseStatus(from, to))).toBe(`${to} ${chosen[from]?.[to]}`);
    },
  );
});

test('the reply form knows what a reply will do', () => {
  expect(names.map((name) => replyEffect(situations[name], now))).toEqual([
    'reply',
    'reply',
    'reply',
    'reply',
    'answer',
    'reopen',
    'follow_up',
    'reply',
  ]);
});

describeDatabase(({ database }) => {
  test('the database lets customers move a ticket exactly as they can here', async () => {
    const moves = new Set(
      Object.values(situations).flatMap((situation) =>
        customerActions.flatMap((action) => {
          const result = transition(action, situation, now);
          return typeof result === 'string' ? [] : [`${situation.status} ${result.to}`];
        }),
      ),
    );
    const all = [...ticketStatuses, 'escalated'];
    const { rows } = await database.pool.query<{ move: string; may: boolean }>(
      `SELECT one || ' ' || other AS move, customer_may_move(one, other) AS may
      FROM unnest($1::text[]) AS one, unnest($1::text[]) AS other`,
      [all],
    );
    const allowed = rows.filter(({ may }) => may).map(({ move }) => move);
    const staying = all.map((status) => `${status} ${status}`);
    expect(allowed.toSorted()).toEqual([...new Set([...moves, ...staying])].toSorted());
  });
});
