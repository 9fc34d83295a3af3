import { expect, test } from 'vitest';
import { sql } from 'drizzle-orm';
import { asOperator } from '#api/db/operator.ts';
import { runAs } from '#api/db/tenant.ts';
import { SessionExpiredError } from '#api/lib/errors.ts';
import { makeCustomer, makeUser, assertDefined } from '#tests/support/api.ts';
import { NotLinkedError } from './customer.ts';
import type { RateLimitError } from '#api/lib/errors.ts';
import { createTicket, IdempotencyKeyReusedError, listTickets } from './tickets.ts';
import { describeDatabase } from '#tests/support/database-test.ts';

const problem = { subject: 'Écran noir 🙂', description: 'Plus rien ne s’affiche.', priority: 'urgent' };

describeDatabase(({ database }) => {
  test('a ticket is open, numbered by the millisecond and read back as it was written', async () => {
    const { caller } = await makeCustomer(database, 'One');
    const { ticket, wasThere } = await createTicket(database, caller, problem);
    expect(ticket).toMatchObject({ ...problem, status: 'open' });
    expect(ticket.ticketNumber).toMatch(/^TKT-\d{13}$/);
    expect(Math.abs(Number(ticket.ticketNumber.slice(4)) - Date.parse(ticket.createdAt))).toBeLessThan(60_000);
    expect(wasThere).toBe(false);
    const { items } = await listTickets(database, caller, {});
    expect(items).toEqual([ticket]);
  });

  test('tickets of the same millisecond get numbers that follow each other, whoever makes them', async () => {
    const callers = (await Promise.all(['A', 'B', 'C', 'D'].map((name) => makeCustomer(database, name)))).map(
      ({ caller }) => caller,
    );
    const made = await Promise.all(
      Array.from({ length: 24 }, (_, at) =>
        runAs(database, assertDefined(callers[at % 4]), 'write', {
          text: `SELECT (ticket).ticket_number FROM create_ticket('Subject', 'Description', 'low', NULL, 1700000000000)`,
        }),
      ),
    );
    const numbers = made.map(([rows]) => Number(String(rows?.[0]?.[0]).slice(4))).toSorted((one, other) => one - other);
    expect(numbers).toEqual(Array.from({ length: 24 }, (_, at) => 1_700_000_000_000 + at));
  });

  test('many at once: every one is there, once', async () => {
    const { caller } = await makeCustomer(database, 'Many');
    const made = await Promise.all(
      Array.from({ length: 40 }, (_, at) => createTicket(database, caller, { ...problem, subject: `Ticket ${at}` })),
    );
    const numbers = new Set(made.map(({ ticket }) => ticket.ticketNumber));
    expect(numbers.size).toBe(40);
    const { items } = await listTickets(database, caller, { limit: 500 });
    expect(new Set(items.map(({ ticketNumber }) => ticketNumber))).toEqual(numbers);
  });

  test('the same key twice, also at the same moment, makes one ticket', async () => {
    const { caller } = await makeCustomer(database, 'Careful');
    const made = await Promise.all(
      Array.from({ length: 12 }, () => createTicket(database, caller, problem, { idempotencyKey: 'key-1' })),
    );
    expect(new Set(made.map(({ ticket }) => ticket.id)).size).toBe(1);
    expect(made.filter(({ wasThere }) => !wasThere)).toHaveLength(1);
    const { items } = await listTickets(database, caller, {});
    expect(items).toHaveLength(1);
  });

  test('a key is one’s own: another customer’s use of it is neither met nor told', async () => {
    const one = await makeCustomer(database, 'One');
    const other = await makeCustomer(database, 'Other');
    const first = await createTicket(database, one.caller, problem, { idempotencyKey: 'shared' });
    const second = await createTicket(database, other.caller, problem, { idempotencyKey: 'shared' });
    expect(second.wasThere).toBe(false);
    expect(second.ticket.id).not.toBe(first.ticket.id);
  });

  test('the same key for another ticket is refused, and makes none', async () => {
    const { caller } = await makeCustomer(database, 'Confused');
    await createTicket(database, caller, problem, { idempotencyKey: 'key-1' });
    await expect(
      createTicket(database, caller, { ...problem, subject: 'Other' }, { idempotencyKey: 'key-1' }),
    ).rejects.toThrow(IdempotencyKeyReusedError);
    expect((await listTickets(database, caller, {})).items).toHaveLength(1);
  });

  /** So many tickets of the customer, all of them so long ago. */
  const written = (customerId: string, count: number, ago: string) =>
    asOperator(database, (tx) =>
      tx.execute(sql`INSERT INTO tickets (customer_id, ticket_number, subject, description, created_at)
        SELECT ${customerId}::uuid, 'TKT-' || (10000 * random())::int || n || right((random() * 1e9)::int::text, 6), 'Before', 'D', now() - ${ago}::interval
        FROM generate_series(1, ${count}::int) AS n`),
    );
  const wait = (attempt: Promise<unknown>) =>
    attempt.then(() => 0).catch(({ retryAfter }: RateLimitError) => retryAfter);

  test('sixty tickets of an hour are the most, until the first of them is an hour old', async () => {
    const { id, caller } = await makeCustomer(database, 'Flooding');
    await written(id, 59, '50 minutes');
    expect(await wait(createTicket(database, caller, problem, { idempotencyKey: 'last' }))).toBe(0);
    expect(await wait(createTicket(database, caller, problem))).toSatisfy(
      (seconds: number) => seconds > 300 && seconds <= 600,
    );
    const again = await createTicket(database, caller, problem, { idempotencyKey: 'last' });
    expect(again.wasThere).toBe(true);
    const other = await makeCustomer(database, 'Quiet');
    expect(await wait(createTicket(database, other.caller, problem))).toBe(0);
    expect(await wait(createTicket(database, caller, problem, { mostPerHour: 0 }))).toBe(0);
  });

  test('three hundred of a day are the most as well', async () => {
    const { id, caller } = await makeCustomer(database, 'Persistent');
    await written(id, 299, '20 hours');
    expect(await wait(createTicket(database, caller, problem))).toBe(0);
    const seconds = await wait(createTicket(database, caller, problem));
    expect(seconds).toSatisfy((told: number) => told > 4 * 3600 - 300 && told <= 4 * 3600);
  });

  test('a login without a customer makes no ticket, and one without a session even less', async () => {
    const { caller } = await makeUser(database);
    await expect(createTicket(database, caller, problem)).rejects.toThrow(NotLinkedError);
    await expect(createTicket(database, { sessionToken: 'none' }, problem)).rejects.toThrow(SessionExpiredError);
  });
});
