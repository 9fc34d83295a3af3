import { expect, test } from 'vitest';
import { sql } from 'drizzle-orm';
import { asOperator } from '#api/db/transaction-context.ts';
import { runAsSession } from '#api/db/tenant.ts';
import { SessionExpiredError } from '#api/lib/errors.ts';
import { makeCustomer, makeUser, assertDefined } from '#tests/support/api.ts';
import { NotLinkedError } from './customer.ts';
import type { RateLimitError } from '#api/lib/errors.ts';
import { createTicket, IdempotencyKeyReusedError, listTickets } from './tickets.ts';
import { describeDatabase } from '#tests/support/database-test.ts';

const problem = { subject: 'Écran noir 🙂', description: 'Plus rien ne s’affiche.', priority: 'urgent' };

describeDatabase(({ database }) => {
  test('a new ticket is open, numbered by the millisecond and stored as written', async () => {
    const { caller } = await makeCustomer(database, 'One');
    const { ticket, isReplay } = await createTicket(database, caller, problem);
    expect(ticket).toMatchObject({ ...problem, status: 'open' });
    expect(ticket.ticketNumber).toMatch(/^TKT-\d{13}$/);
    expect(Math.abs(Number(ticket.ticketNumber.slice(4)) - Date.parse(ticket.createdAt))).toBeLessThan(60_000);
    expect(isReplay).toBe(false);
    const { items } = await listTickets(database, caller, {});
    expect(items).toEqual([ticket]);
  });

  test('tickets of the same millisecond get consecutive numbers, across customers', async () => {
    const callers = (await Promise.all(['A', 'B', 'C', 'D'].map((name) => makeCustomer(database, name)))).map(
      ({ caller }) => caller,
    );
    const made = await Promise.all(
      Array.from({ length: 24 }, (_, at) =>
        runAsSession(database, assertDefined(callers[at % 4]), 'write', {
          text: `SELECT (ticket).ticket_number FROM create_ticket('Subject', 'Description', 'low', NULL, 1700000000000)`,
        }),
      ),
    );
    const numbers = made.map(([rows]) => Number(String(rows?.[0]?.[0]).slice(4))).toSorted((one, other) => one - other);
    expect(numbers).toEqual(Array.from({ length: 24 }, (_, at) => 1_700_000_000_000 + at));
  });

  test('concurrent requests create every ticket once', async () => {
    const { caller } = await makeCustomer(database, 'Many');
    const made = await Promise.all(
      Array.from({ length: 40 }, (_, at) => createTicket(database, caller, { ...problem, subject: `Ticket ${at}` })),
    );
    const numbers = new Set(made.map(({ ticket }) => ticket.ticketNumber));
    expect(numbers.size).toBe(40);
    const { items } = await listTickets(database, caller, { limit: 500 });
    expect(new Set(items.map(({ ticketNumber }) => ticketNumber))).toEqual(numbers);
  });

  test('the same key twice, even concurrently, creates one ticket', async () => {
    const { caller } = await makeCustomer(database, 'Careful');
    const made = await Promise.all(
      Array.from({ length: 12 }, () => createTicket(database, caller, problem, { idempotencyKey: 'key-1' })),
    );
    expect(new Set(made.map(({ ticket }) => ticket.id)).size).toBe(1);
    expect(made.filter(({ isReplay }) => !isReplay)).toHaveLength(1);
    const { items } = await listTickets(database, caller, {});
    expect(items).toHaveLength(1);
  });

  test('keys are per customer: the same key of another customer neither conflicts nor is revealed', async () => {
    const one = await makeCustomer(database, 'One');
    const other = await makeCustomer(database, 'Other');
    const first = await createTicket(database, one.caller, problem, { idempotencyKey: 'shared' });
    const second = await createTicket(database, other.caller, problem, { idempotencyKey: 'shared' });
    expect(second.isReplay).toBe(false);
    expect(second.ticket.id).not.toBe(first.ticket.id);
  });

  test('the same key with other content is rejected and creates no ticket', async () => {
    const { caller } = await makeCustomer(database, 'Confused');
    await createTicket(database, caller, problem, { idempotencyKey: 'key-1' });
    await expect(
      createTicket(database, caller, { ...problem, subject: 'Other' }, { idempotencyKey: 'key-1' }),
    ).rejects.toThrow(IdempotencyKeyReusedError);
    expect((await listTickets(database, caller, {})).items).toHaveLength(1);
  });

  /** Inserts `count` tickets with the given age. */
  const written = (customerId: string, count: number, ago: string) =>
    asOperator(database, (tx) =>
      tx.execute(sql`INSERT INTO tickets (customer_id, ticket_number, subject, description, created_at)
        SELECT ${customerId}::uuid, 'TKT-' || (10000 * random())::int || n || right((random() * 1e9)::int::text, 6), 'Before', 'D', now() - ${ago}::interval
        FROM generate_series(1, ${count}::int) AS n`),
    );
  const wait = (attempt: Promise<unknown>) =>
    attempt.then(() => 0).catch(({ retryAfter }: RateLimitError) => retryAfter);

  test('the limit is sixty tickets per hour, until the first is an hour old', async () => {
    const { id, caller } = await makeCustomer(database, 'Flooding');
    await written(id, 59, '50 minutes');
    expect(await wait(createTicket(database, caller, problem, { idempotencyKey: 'last' }))).toBe(0);
    expect(await wait(createTicket(database, caller, problem))).toSatisfy(
      (seconds: number) => seconds > 300 && seconds <= 600,
    );
    const again = await createTicket(database, caller, problem, { idempotencyKey: 'last' });
    expect(again.isReplay).toBe(true);
    const other = await makeCustomer(database, 'Quiet');
    expect(await wait(createTicket(database, other.caller, problem))).toBe(0);
    expect(await wait(createTicket(database, caller, problem, { hourlyLimit: 0 }))).toBe(0);
  });

  test('the limit is also three hundred per day', async () => {
    const { id, caller } = await makeCustomer(database, 'Persistent');
    await written(id, 299, '20 hours');
    expect(await wait(createTicket(database, caller, problem))).toBe(0);
    const seconds = await wait(createTicket(database, caller, problem));
    expect(seconds).toSatisfy((value: number) => value > 4 * 3600 - 300 && value <= 4 * 3600);
  });

  test('a user without a customer cannot create a ticket, nor can an expired session', async () => {
    const { caller } = await makeUser(database);
    await expect(createTicket(database, caller, problem)).rejects.toThrow(NotLinkedError);
    await expect(createTicket(database, { sessionToken: 'none' }, problem)).rejects.toThrow(SessionExpiredError);
  });
});
