import { eq, sql } from 'drizzle-orm';
import { tickets } from '#api/db/schema.ts';
import { users } from '#api/db/user-schema.ts';
import type { Transaction } from '#api/db/transaction-context.ts';
import { createCustomer, createUser } from './seed-accounts.ts';
import { oldTickets, supported } from './users.ts';

const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60 * 1000).toISOString();

/** The customers of the journeys about the conversation of a ticket. */
export async function seedConversations(tx: Transaction): Promise<void> {
  const ids = new Map<string, string>();
  for (const { name, owner, colleague, role } of Object.values(supported)) {
    const id = await createCustomer(tx, owner, { name });
    ids.set(name, id);
    if (role !== undefined) await createUser(tx, colleague, id, [role]);
  }
  const makeTicket = async (
    { name, owner }: { name: string; owner: string },
    { number, subject }: { number: string; subject: string },
    values: Partial<typeof tickets.$inferInsert>,
  ) => {
    const [user] = await tx.select({ id: users.id }).from(users).where(eq(users.email, owner));
    const customerId = ids.get(name) ?? '';
    const [made] = await tx
      .insert(tickets)
      .values({
        customerId,
        ticketNumber: number,
        subject,
        description: 'The first words.',
        authorId: user?.id,
        requesterId: user?.id,
        ...values,
      })
      .returning({ id: tickets.id });
    return { id: made?.id ?? '', customerId, userId: user?.id ?? '' };
  };

  const { closed, long, missed, resolved } = oldTickets;
  await makeTicket(supported.following, closed, {
    status: 'closed',
    createdAt: daysAgo(40),
    resolvedAt: daysAgo(22),
    closedAt: daysAgo(15),
  });

  const conversation = await makeTicket(supported.reading, long, {
    status: 'in_progress',
    createdAt: daysAgo(200),
    version: long.messages + 1,
  });
  await tx.execute(sql`
    INSERT INTO ticket_messages (ticket_id, customer_id, position, author_kind, author_id, body, source, created_at)
    SELECT ${conversation.id}::uuid, ${conversation.customerId}::uuid, nth + 1, CASE WHEN nth % 2 = 0 THEN 'staff' ELSE 'customer' END,
      CASE WHEN nth % 2 = 0 THEN NULL ELSE ${conversation.userId}::uuid END, 'Message ' || nth, CASE WHEN nth % 2 = 0 THEN 'desk' ELSE 'email' END,
      now() - (200 - nth) * interval '1 day'
    FROM generate_series(1, ${long.messages}::integer) AS nth`);
  // For the figures: of the last three whole months, 3, 2 and 1 in time, and one late each.
  const earlier = await makeTicket(supported.reading, { number: 'TKT-6004', subject: 'Earlier' }, { status: 'closed' });
  await tx.execute(sql`
    INSERT INTO ticket_events (ticket_id, customer_id, position, kind, actor_kind, payload, created_at)
    SELECT ${earlier.id}::uuid, ${earlier.customerId}::uuid, 10 * month + nth,
      CASE WHEN nth = 0 THEN 'response_missed' ELSE 'responded' END, 'staff',
      CASE WHEN nth = 0 THEN '{}' ELSE '{"isKept": true, "minutes": 75}' END::jsonb,
      date_trunc('month', now()) - month * interval '1 month' + interval '12 hours'
    FROM generate_series(1, 3) AS month, generate_series(0, 3) AS nth WHERE nth <= 4 - month`);

  await makeTicket(supported.reading, missed, {
    createdAt: daysAgo(3),
    slaState: 'missed',
    slaCalendar: 'office',
    firstResponseDueAt: '2025-11-17T09:30:00Z',
  });

  const answered = await makeTicket(supported.reading, resolved, {
    status: 'resolved',
    createdAt: daysAgo(2),
    resolvedAt: daysAgo(1),
    version: 5,
    description: 'Nobody can open it:\n\n- not **Ada**\n- not me\n\n> Access denied\n\nSee `\\\\server\\share`.',
  });
  const reply =
    'Please try this:\n\n1. Sign out.\n2. Run this:\n\n```\ngpupdate /force\n```\n\nMore at [our guide](https://guide.example/folders).';
  await tx.execute(sql`
    INSERT INTO ticket_messages (ticket_id, customer_id, position, author_kind, body, source, created_at)
    VALUES (${answered.id}::uuid, ${answered.customerId}::uuid, 3, 'staff', ${reply}, 'desk', now() - interval '1 day')`);
  await tx.execute(sql`
    INSERT INTO ticket_events (ticket_id, customer_id, position, kind, actor_kind, payload, created_at)
    VALUES (${answered.id}::uuid, ${answered.customerId}::uuid, 4, 'responded', 'staff', '{"isKept": true, "minutes": 95}', now() - interval '1 day'),
      (${answered.id}::uuid, ${answered.customerId}::uuid, 5, 'status_changed', 'staff', '{"from": "open", "to": "resolved"}', now() - interval '1 day')`);
}
