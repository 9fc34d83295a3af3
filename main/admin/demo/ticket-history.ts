import { ticketEvents, ticketMessages } from '#api/db/conversation-schema.ts';
import { tickets } from '#api/db/schema.ts';
import type { Transaction } from '#api/db/transaction-context.ts';
import { addMinutes } from '#api/services/tickets/office-hours.ts';
import { describeResponse, respondClock, startClock } from '#api/services/tickets/sla-clock.ts';
import { type Rating, ratings, slaMinutes } from '#contract/ticket-states.ts';
import type { Days } from '#api/lib/demo-days.ts';

/** Subject, priority, and minutes of the office until the first answer and the solution. Some are late. */
const solved: [subject: string, priority: 'low' | 'medium' | 'high', answered: number, resolved: number][] = [
  ['Mot de passe oublié sur le poste de la réception', 'medium', 25, 70],
  ['Scanner du quai qui ne lit plus les étiquettes', 'high', 40, 310],
  ['Ajouter une adresse à la liste des livraisons', 'low', 190, 560],
  ['Messages retenus par le filtre antispam', 'medium', 95, 240],
  ['Poste du magasin très lent le matin', 'medium', 300, 1450],
  ['Partage « Tarifs » inaccessible depuis le réseau mobile', 'high', 55, 420],
  ['Remplacer l’écran du bureau des expéditions', 'low', 160, 2900],
];
const count = 34;
const daysBetween = 10;

interface People {
  customerId: string;
  customerUserId: string;
  staffId: string;
}

/** A year of solved tickets, so that the dashboard has something to show. The same ones every day. */
export async function insertHistory(tx: Transaction, days: Days, people: People): Promise<void> {
  for (let at = 0; at < count; at += 1) {
    const [subject, priority, answered, resolved] = solved[at % solved.length] ?? ['', 'medium', 0, 0];
    const openedAt = new Date(days.moment(-14 - daysBetween * at, 8 + (at % 6), (at * 17) % 60));
    // Later ones were faster: the charts show a trend.
    const slower = 1 + at / count;
    await insertSolved(tx, people, {
      ticketNumber: days.ticketNumber(-14 - daysBetween * at, 8 + (at % 6), (at * 17) % 60),
      subject,
      priority,
      openedAt,
      answeredAt: addMinutes('office', openedAt, Math.round(answered * slower)),
      resolvedAt: addMinutes('office', openedAt, Math.round(resolved * slower)),
      rating: at % 3 === 2 ? undefined : ratings[at % 7 === 4 ? 2 : at % 5 === 1 ? 1 : 0],
      isReopened: at % 9 === 5,
    });
  }
}

interface Solved {
  ticketNumber: string;
  subject: string;
  priority: 'low' | 'medium' | 'high';
  openedAt: Date;
  answeredAt: Date;
  resolvedAt: Date;
  rating: Rating | undefined;
  isReopened: boolean;
}

async function insertSolved(tx: Transaction, { customerId, customerUserId, staffId }: People, ticket: Solved) {
  const { priority, openedAt, answeredAt, resolvedAt, rating, isReopened } = ticket;
  const clockOf = (kind: 'response' | 'resolution', end: Date) =>
    respondClock(startClock({ calendar: 'office', minutes: slaMinutes[kind][priority] }, openedAt), end);
  const [response, resolution] = [clockOf('response', answeredAt), clockOf('resolution', resolvedAt)];
  const closedAt = new Date(resolvedAt.getTime() + 7 * 24 * 60 * 60_000).toISOString();
  const changed = (from: string, to: string) => ({ kind: 'status_changed', payload: { from, to } });
  const minutesLater = (at: Date, minutes: number) => new Date(at.getTime() + minutes * 60_000);
  const byStaff = { actorKind: 'staff', actorId: staffId } as const;
  const byCustomer = { actorKind: 'customer', actorId: customerUserId } as const;
  const events: (Pick<typeof ticketEvents.$inferInsert, 'kind' | 'payload' | 'actorKind' | 'actorId'> & {
    at: Date;
  })[] = [
    ...(response.state === 'missed' && response.dueAt !== null
      ? [{ at: response.dueAt, kind: 'response_missed', payload: {}, actorKind: 'system' as const }]
      : []),
    { at: answeredAt, kind: 'responded', payload: describeResponse(response), ...byStaff },
    ...(isReopened
      ? [
          { at: minutesLater(answeredAt, 5), ...changed('in_progress', 'resolved'), ...byStaff },
          {
            at: minutesLater(answeredAt, 20),
            kind: 'reopened',
            payload: { from: 'resolved', to: 'in_progress' },
            ...byCustomer,
          },
        ]
      : []),
    {
      at: resolvedAt,
      kind: 'status_changed',
      payload: { from: 'in_progress', to: 'resolved', ...describeResponse(resolution) },
      ...byStaff,
    },
    ...(rating === undefined
      ? []
      : [
          {
            at: minutesLater(resolvedAt, 90),
            kind: 'rated',
            payload: { to: rating, round: isReopened ? 1 : 0 },
            ...byCustomer,
          },
        ]),
  ];
  const [made] = await tx
    .insert(tickets)
    .values({
      customerId,
      authorId: customerUserId,
      assigneeId: staffId,
      ticketNumber: ticket.ticketNumber,
      subject: ticket.subject,
      description: `${ticket.subject}.\n\nMerci de votre aide.`,
      priority,
      status: 'closed',
      createdAt: openedAt.toISOString(),
      resolvedAt: resolvedAt.toISOString(),
      closedAt,
      lastPublicAt: answeredAt.toISOString(),
      reopenedCount: isReopened ? 1 : 0,
      version: events.length + 2,
      slaCalendar: 'office',
      slaState: response.state,
      responseMinutes: response.minutes,
      firstResponseDueAt: response.dueAt?.toISOString() ?? null,
      firstRespondedAt: answeredAt.toISOString(),
      resolutionState: resolution.state,
      resolutionMinutes: resolution.minutes,
      resolutionDueAt: resolution.dueAt?.toISOString() ?? null,
    })
    .returning({ id: tickets.id });
  if (made === undefined) throw new Error('The demo ticket was not created.');
  const of = { ticketId: made.id, customerId };
  await tx.insert(ticketMessages).values({
    ...of,
    position: 2,
    authorKind: 'staff',
    authorId: staffId,
    body: 'Bonjour,\n\nnous nous en occupons.',
    source: 'desk',
    createdAt: answeredAt.toISOString(),
  });
  await tx
    .insert(ticketEvents)
    .values(
      events.map(({ at, ...event }, nth) => ({ ...of, ...event, position: nth + 3, createdAt: at.toISOString() })),
    );
}
