import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eraseCustomerRows } from '#main/admin/retention/erase.ts';
import { asOperator } from '#api/db/transaction-context.ts';
import { makeCustomer, makeUser } from '#tests/support/api.ts';
import { setUpDesk } from '#tests/support/desk.ts';
import { png } from '#tests/support/files.ts';
import { describeApi } from '#tests/support/fixtures.ts';
import { startNotifications, supportTo } from '#tests/support/notifications.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'open-desk-ticket-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
const settings = { readLimit: 0, ticketLimit: 0, dataDir };

describeApi({ settings }, async ({ database, api, customer, engine }) => {
  const { desk, portal, eventsOf } = setUpDesk(database, api);
  const owner = portal(customer);
  let staff: Awaited<ReturnType<typeof desk>>;
  let notifications: Awaited<ReturnType<typeof startNotifications>>;
  beforeAll(async () => {
    staff = await desk({ permissions: ['support'] });
    notifications = await startNotifications(database);
  });
  afterAll(() => notifications.close());

  const call = {
    customerId: customer.id,
    requestedFor: null as string | null,
    subject: 'VPN by phone',
    description: 'She cannot connect.',
    priority: 'high',
    isNotified: true,
  };
  const open = (more: object = {}, key?: string) =>
    staff.post('/api/desk/tickets', { ...call, ...more }, key === undefined ? {} : { 'Idempotency-Key': key });
  const opened = async (more: object = {}) => {
    const { status, body } = await open(more);
    expect(status, JSON.stringify(body)).toBe(201);
    return body.ticket as { id: string; ticketNumber: string };
  };
  const requester = await makeUser(database, { customerId: customer.id, roles: ['requester'] });
  const colleague = await makeUser(database, { customerId: customer.id, roles: ['requester'] });
  const stranger = await makeCustomer(database, 'Other');

  test('the requester and technical people see it, with who opened it; others do not', async () => {
    const { id, ticketNumber } = await opened({ requestedFor: requester.email });
    for (const who of [owner, portal(requester)]) {
      const { body } = await who.get(`/api/portal/tickets/detail?id=${id}`);
      expect(body).toMatchObject({
        ticketNumber,
        status: 'open',
        priority: 'high',
        origin: 'desk',
        unverifiedSender: null,
        author: { userId: staff.userId, isYou: false },
        requester: { name: requester.email },
        sla: { state: 'running' },
      });
    }
    for (const { cookie } of [colleague, stranger])
      expect((await portal({ cookie }).get(`/api/portal/tickets/detail?id=${id}`)).status).toBe(404);
    const shown = (await staff.get(`/api/desk/tickets/detail?id=${id}`)).body;
    expect(shown).toMatchObject({ origin: 'desk', unreadSince: null, author: { userId: staff.userId } });
    expect(await eventsOf('ticket.opened', `ticket:${id}`)).toMatchObject([
      { actor: 'staff', userId: staff.userId, customer: customer.id },
    ]);
    const replied = await portal(requester).post('/api/portal/tickets/reply', { id, body: 'Thank you.' });
    expect(replied.status).toBe(201);
  });

  test('without a requester, technical people see it and nobody is mailed', async () => {
    const { id } = await opened();
    expect((await owner.get(`/api/portal/tickets/detail?id=${id}`)).body.requester).toBeNull();
    expect((await portal(requester).get(`/api/portal/tickets/detail?id=${id}`)).status).toBe(404);
    const mails = await notifications.after(91);
    expect(mails(customer.email)).toEqual([]);
  });

  test('the requester is mailed that a ticket was opened for them, unless staff chose otherwise', async () => {
    const loud = await opened({ requestedFor: requester.email });
    const quiet = await opened({ requestedFor: requester.email, isNotified: false });
    const mails = await notifications.after(91);
    const about = (email: string, { ticketNumber }: { ticketNumber: string }) =>
      mails(email).filter(({ readable }) => readable.includes(ticketNumber));
    const [mail, ...others] = about(requester.email, loud);
    expect(others).toEqual([]);
    expect(mail?.readable).toContain('A ticket was opened for you');
    expect(mail?.readable).toMatch(/Opened for you by .+\. You can follow it/);
    expect(about(requester.email, quiet)).toEqual([]);
    expect(about(supportTo, quiet)).toHaveLength(1);
    // What follows is told as ever.
    const reply = { id: quiet.id, version: 1, body: 'Please try again.', next: 'reply' };
    expect((await staff.post('/api/desk/tickets/reply', reply)).status).toBe(201);
    expect((await notifications.after(200))(requester.email)).toHaveLength(1);
  });

  test('the same key opens one ticket, also at once; with other contents it is rejected', async () => {
    const key = randomUUID();
    const made = await Promise.all(Array.from({ length: 4 }, () => open({}, key)));
    expect(new Set(made.map(({ body }) => body.ticket.id)).size).toBe(1);
    expect(made.filter(({ headers }) => headers.get('Idempotency-Replayed') === null)).toHaveLength(1);
    expect(await open({ subject: 'Other' }, key)).toMatchObject({
      status: 422,
      body: { error: { code: 'idempotency_key_reused' } },
    });
  });

  test('hostile input changes nothing', async () => {
    const count = async () => (await owner.get('/api/portal/tickets?count=true')).body.total as number;
    const before = await count();
    for (const [more, status] of [
      [{ requestedFor: stranger.email }, 400],
      [{ requestedFor: 'nobody@x.example' }, 400],
      [{ customerId: randomUUID() }, 404],
      [{ mailId: randomUUID() }, 404],
      [{ fileIds: [randomUUID()] }, 404],
      [{ subject: ' ' }, 400],
      [{ description: '\u200B' }, 400],
      [{ subject: 'x'.repeat(201) }, 400],
      [{ description: 'x'.repeat(20_001) }, 400],
      [{ authorId: stranger.userId }, 400],
    ] as const)
      expect([more, (await open(more)).status]).toEqual([more, status]);
    expect(await count()).toBe(before);
  });

  test('a customer that is erased, or is being erased, gets no ticket', async () => {
    const gone = await makeCustomer(database, 'Gone');
    const kept = `INSERT INTO invoices (customer_id, amount, status, due_date) VALUES ('${gone.id}', 5, 'paid', current_date)`;
    await asOperator(database, (tx) => tx.execute(sql.raw(kept)));
    const client = await database.pool.connect();
    await client.query('BEGIN; SET LOCAL ROLE portal_operator');
    await eraseCustomerRows(client, gone.id, new Date());
    // The embedded engine has one connection: the request would wait for this transaction to begin its own.
    const during = engine === 'postgresql' ? [open({ customerId: gone.id })] : [];
    await client.query('COMMIT');
    client.release();
    for (const attempt of [...during, open({ customerId: gone.id })]) expect((await attempt).status).toBe(404);
    expect((await staff.put(`/api/desk/tickets/file?customerId=${gone.id}&name=a.png`, png)).status).toBe(404);
    const { rows } = await database.pool.query(`SELECT FROM jobs WHERE ticket_id IS NULL AND kind = 'ticket-notice'`);
    expect(rows).toEqual([]);
  });

  test('staff choose the requester among those who may see tickets', async () => {
    const billing = await makeUser(database, { customerId: customer.id, roles: ['billing'] });
    const { body } = await staff.get(`/api/desk/colleagues?customerId=${customer.id}`);
    const emails = body.colleagues.map(({ email }: { email: string }) => email);
    expect(emails.toSorted()).toEqual([customer.email, requester.email, colleague.email].toSorted());
    expect(emails).not.toContain(billing.email);
  });

  // Files are uploaded before their ticket exists, by both sides.

  const upload = async (who: Pick<typeof owner, 'put'>, side: 'portal' | 'desk', of = customer.id) =>
    who.put(`/api/${side}/tickets/file?customerId=${of}&name=screen.png`, png);

  test.each(['portal', 'desk'] as const)('%s: a new ticket takes its files along, in their order', async (side) => {
    const who = side === 'desk' ? staff : portal(requester);
    const send = (fileIds: string[], key: string) =>
      side === 'desk'
        ? open({ fileIds, requestedFor: requester.email }, key)
        : who.post('/api/portal/tickets', { subject: 'S', description: 'D', fileIds }, { 'Idempotency-Key': key });
    const uploaded = [await upload(who, side), await upload(who, side)].map(({ status, body }) => {
      expect(status).toBe(201);
      expect(body).toMatchObject({ isSent: false, messageId: null });
      return body.id as string;
    });
    const [first = '', second = ''] = uploaded;
    // Its uploader sees it before it is sent, nobody else.
    expect((await who.get(`/api/${side}/tickets/file?id=${first}`)).status).toBe(200);
    expect((await owner.get(`/api/portal/tickets/file?id=${first}`)).status).toBe(404);
    expect((await portal(stranger).get(`/api/portal/tickets/file?id=${first}`)).status).toBe(404);

    const key = randomUUID();
    const made = await send([second, first], key);
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    const id = (side === 'desk' ? made.body.ticket.id : made.body.id) as string;
    const { files } = (await portal(requester).get(`/api/portal/tickets/files?id=${id}`)).body;
    expect(files.map((file: { id: string }) => file.id)).toEqual([second, first]);
    expect(files).toMatchObject([
      { isSent: true, messageId: null },
      { isSent: true, messageId: null },
    ]);
    expect((await send([second, first], key)).headers.get('Idempotency-Replayed')).toBe('true');
    expect((await send([first], key)).status).toBe(422);
    // A file is sent once.
    expect((await send([first], randomUUID())).status).toBe(404);
  });

  test('a file belongs to its uploader and its customer', async () => {
    expect((await upload(owner, 'portal', stranger.id)).status).toBe(404);
    expect((await portal(stranger).put(`/api/portal/tickets/file?name=a.png`, png)).status).toBe(400);
    const both = `/api/portal/tickets/file?name=a.png&customerId=${customer.id}&id=${randomUUID()}`;
    expect((await owner.put(both, png)).status).toBe(400);
    const file = (await upload(owner, 'portal')).body.id as string;
    const theft = { subject: 'S', description: 'D', fileIds: [file] };
    expect((await portal(requester).post('/api/portal/tickets', theft)).status).toBe(404);
    expect((await open({ fileIds: [file] })).status).toBe(404);
    const forOther = (await upload(staff, 'desk', stranger.id)).body.id as string;
    expect((await open({ fileIds: [forOther] })).status).toBe(404);
    expect((await owner.post('/api/portal/tickets', theft)).status).toBe(201);
  });
});
