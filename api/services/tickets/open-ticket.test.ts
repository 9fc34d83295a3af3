import type { ClientBase } from 'pg';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { runAsSession } from '#api/db/tenant.ts';
import { Rollback, withTransaction } from '#api/db/transaction.ts';
import { asOperator } from '#api/db/transaction-context.ts';
import { idempotencyKeyReused, notLinked, type RateLimitError, SessionExpiredError } from '#api/lib/errors.ts';
import { validationMessages } from '#contract/errors.ts';
import { describeApi, describeDatabase } from '#tests/support/fixtures.ts';
import { assertDefined, browser, makeCustomer, makeUser } from '#tests/support/api.ts';
import { listPage } from '#api/services/lists/query.ts';
import { ticketList } from '#api/services/lists/record-lists.ts';
import { createTicket } from './open-ticket.ts';

const problem = { subject: 'Écran noir 🙂', description: 'Plus rien ne s’affiche.', priority: 'urgent' };

describeDatabase(({ database }) => {
  test('a new ticket is open, numbered by the millisecond and stored as written', async () => {
    const { caller } = await makeCustomer(database, 'One');
    const { ticket, isReplay } = await createTicket(database, caller, problem);
    expect(ticket).toMatchObject({ ...problem, status: 'open' });
    expect(ticket.ticketNumber).toMatch(/^TKT-\d{13}$/);
    expect(Math.abs(Number(ticket.ticketNumber.slice(4)) - Date.parse(ticket.createdAt))).toBeLessThan(60_000);
    expect(isReplay).toBe(false);
    const { items } = await listPage(database, caller, ticketList, {});
    const { firstResponseDueAt, ...listed } = ticket;
    expect(items).toEqual([listed]);
    expect(Date.parse(firstResponseDueAt ?? '')).toBeGreaterThan(Date.parse(ticket.createdAt));
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

  test('the limit reads an index, even if the plan was made for an empty table', async () => {
    const plan = async (client: ClientBase) => {
      await client.query('TRUNCATE tickets CASCADE');
      await client.query('ANALYZE tickets');
      const scans = async () =>
        (await client.query(`SELECT pg_stat_get_xact_numscans('tickets'::regclass) AS scans`)).rows;
      const before = await scans();
      await client.query('SELECT count(recent_ticket_time(nth)) FROM generate_series(1, 10) AS nth');
      return new Rollback([before, await scans()]);
    };
    const [before, after] = await withTransaction(database.pool, plan, { role: 'owner' });
    expect(after).toEqual(before);
  });

  test('concurrent requests create every ticket once', async () => {
    const { caller } = await makeCustomer(database, 'Many');
    const made = await Promise.all(
      Array.from({ length: 40 }, (_, at) => createTicket(database, caller, { ...problem, subject: `Ticket ${at}` })),
    );
    const numbers = new Set(made.map(({ ticket }) => ticket.ticketNumber));
    expect(numbers.size).toBe(40);
    const { items } = await listPage(database, caller, ticketList, { limit: 500 });
    expect(new Set(items.map(({ ticketNumber }) => ticketNumber))).toEqual(numbers);
  });

  test('a ticket has a short number of its own, by which it is found', async () => {
    const { caller } = await makeCustomer(database, 'Short');
    const made = await Promise.all(
      ['One', 'Two'].map((subject) => createTicket(database, caller, { ...problem, subject })),
    );
    for (const { ticket } of made) {
      expect(ticket.shortNumber).toBeGreaterThan(1000);
      for (const q of [`#${ticket.shortNumber}`, `${ticket.shortNumber}`]) {
        const { items } = await listPage(database, caller, ticketList, { q });
        expect(items.map(({ id }) => id)).toContain(ticket.id);
      }
      expect((await listPage(database, caller, ticketList, { q: `#${ticket.shortNumber}` })).items).toHaveLength(1);
    }
  });

  test('the same key twice, even concurrently, creates one ticket', async () => {
    const { caller } = await makeCustomer(database, 'Careful');
    const made = await Promise.all(
      Array.from({ length: 12 }, () => createTicket(database, caller, problem, { idempotencyKey: 'key-1' })),
    );
    expect(new Set(made.map(({ ticket }) => ticket.id)).size).toBe(1);
    expect(made.filter(({ isReplay }) => !isReplay)).toHaveLength(1);
    const { items } = await listPage(database, caller, ticketList, {});
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
    ).rejects.toThrow(idempotencyKeyReused);
    expect((await listPage(database, caller, ticketList, {})).items).toHaveLength(1);
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
    await expect(createTicket(database, caller, problem)).rejects.toThrow(notLinked);
    await expect(createTicket(database, { sessionToken: 'none' }, problem)).rejects.toThrow(SessionExpiredError);
  });
});

describeApi(({ database, api, customer }) => {
  const { cookie } = customer;

  test('a new ticket returns 201, is first in the list, and the same key returns it again', async () => {
    const visitor = browser(api, { cookie });
    const send = () =>
      visitor.post(
        '/api/portal/tickets',
        { subject: 'Réseau', description: '<script>\nalert(1)</script>' },
        { 'Idempotency-Key': 'a-b-c' },
      );
    const made = await send();
    expect(made).toMatchObject({
      status: 201,
      body: { subject: 'Réseau', description: '<script>\nalert(1)</script>', priority: 'medium', status: 'open' },
    });
    expect(made.headers.get('idempotency-replayed')).toBeNull();
    const again = await send();
    expect([again.status, again.body]).toEqual([201, made.body]);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    const other = await visitor.post(
      '/api/portal/tickets',
      { subject: 'Autre', description: 'x' },
      { 'Idempotency-Key': 'a-b-c' },
    );
    expect([other.status, other.body.error.code]).toEqual([422, 'idempotency_key_reused']);
    const { firstResponseDueAt, ...listed } = made.body;
    expect(firstResponseDueAt).toEqual(expect.any(String));
    expect((await visitor.get('/api/portal/tickets')).body.items).toEqual([
      { ...listed, requesterName: customer.email, isForYou: true, lastActivityAt: listed.createdAt, isUnread: false },
    ]);
    expect((await visitor.get('/api/portal/records/counts')).body.openTickets).toBe(1);
  });

  test.each([
    [{ subject: '', description: 'd' }, 'Please fill in both subject and description.'],
    [{ subject: ' \n', description: 'd' }, 'Please fill in both subject and description.'],
    [{ subject: 's', description: '\t' }, 'Please fill in both subject and description.'],
    [{ subject: 'x'.repeat(201), description: 'd' }, 'Please use at most 200 characters.'],
    [{ subject: 's', description: 'x'.repeat(10_001) }, 'Please use at most 10000 characters.'],
    [{ subject: 'a\0b', description: 'd' }, validationMessages.invalid_characters],
    [{ subject: 's', description: '\ud800' }, validationMessages.invalid_characters],
  ])('an invalid ticket is rejected with a message', async (ticket, message) => {
    const response = await browser(api, { cookie }).post('/api/portal/tickets', ticket);
    const code = message.includes('cannot be stored') ? 'invalid_characters' : 'invalid_request';
    expect([response.status, response.body.error]).toEqual([400, { code, message }]);
  });

  test.each([
    { customerId: 'x' },
    { status: 'closed' },
    { ticketNumber: 'TKT-1' },
    { priority: 5 },
    { subject: { a: 1 } },
  ])('a ticket takes no field but its own: %j', async (change) => {
    const response = await browser(api, { cookie }).post('/api/portal/tickets', {
      subject: 's',
      description: 'd',
      ...change,
    });
    expect([response.status, response.body.error.code]).toEqual([400, 'invalid_request']);
  });

  test('a ticket that is opened for a colleague is seen by both, and by no other requester', async () => {
    const [author, colleague, other] = await Promise.all(
      [0, 1, 2].map(() => makeUser(database, { customerId: customer.id, roles: ['requester'] })),
    );
    const as = (who: typeof author) => browser(api, { cookie: assertDefined(who).cookie });
    const open = (requestedFor?: string) =>
      as(author).post('/api/portal/tickets', { subject: 'For you', description: 'd', requestedFor });
    const { status, body } = await open(assertDefined(colleague).email.toUpperCase());
    expect(status).toBe(201);
    const cards = await Promise.all(
      [author, colleague, other].map(
        async (who) => (await as(who).get(`/api/portal/tickets/detail?id=${body.id}`)).status,
      ),
    );
    expect(cards).toEqual([200, 200, 404]);
    expect((await as(colleague).get(`/api/portal/tickets/detail?id=${body.id}`)).body).toMatchObject({
      author: { name: author?.email, isYou: false },
      requester: { isYou: true },
    });
    expect((await as(colleague).get('/api/portal/tickets?q=for%20you')).body.items).toHaveLength(1);
    const stranger = await makeCustomer(database, 'Stranger');
    for (const email of [stranger.email, 'nobody@x.example'])
      expect(await open(email)).toMatchObject({
        status: 400,
        body: { error: { message: 'Nobody who may see tickets of your company has this email address.' } },
      });
  });

  test('a ticket accepts texts of the maximum length, in any script', async () => {
    const long = { subject: '界'.repeat(200), description: '🙂'.repeat(2500), priority: 'très urgent' };
    const made = await browser(api, { cookie }).post('/api/portal/tickets', long);
    expect(made).toMatchObject({ status: 201, body: long });
  });
});
