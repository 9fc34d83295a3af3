import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { asOperator } from '#api/db/transaction-context.ts';
import { openFiles } from '#api/files/files.ts';
import { runDue } from '#api/jobs/worker.ts';
import { createLog } from '#api/lib/log.ts';
import { createMailReader } from '#api/mail/inbound/mail-reader.ts';
import { mail } from '#tests/fixtures/mails/build-mail.ts';
import { makeCustomer, siteUrl } from '#tests/support/api.ts';
import { setUpDesk } from '#tests/support/desk.ts';
import { describeApi } from '#tests/support/fixtures.ts';
import { acceptMail, isRecipient, mailLimits } from './accept-mail.ts';
import { receivedMailHandlers } from './read-received.ts';
import { createReplyAddress } from './reply-token.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'accept-mail-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
const key = 'a key of at least thirty-two characters';
const domain = 'support.example';
const support = `support@${domain}`;
const mailIn = { mailInKey: key, mailInDomain: domain, mailInAddresses: ['support'] };

describeApi({ settings: { readLimit: 0, ticketLimit: 0, dataDir, ...mailIn } }, ({ database, api, customer }) => {
  const { desk, portal } = setUpDesk(database, api);
  const visitor = portal(customer);
  let staff: Awaited<ReturnType<typeof desk>>;
  const log = createLog('silent');
  const files = openFiles({ dataDir, s3Url: undefined, clamd: undefined });
  const policy = {
    siteHost: 'portal.example',
    ownAddresses: ['noreply@portal.example'],
    authservId: 'mx.portal.example',
    domain,
    addresses: ['support'],
  };
  const deps = { database, files, policy, log };
  const reader = createMailReader({ cpuMs: 1_000 });
  afterAll(() => reader.close());
  const run = (statement: string) => asOperator(database, async (tx) => (await tx.execute(sql.raw(statement))).rows);
  const handlers = receivedMailHandlers({ ...deps, database: () => database, reader });
  const readAll = async () => {
    while ((await runDue({ database, handlers, log, atOnce: 1 })) > 0);
  };
  let serial = 0;
  const newMail = (from: string, headers: Record<string, string> = {}, body = 'Please help.') =>
    mail({ From: from, 'Message-ID': `<${(serial += 1)}-${Date.now()}@x.example>`, ...headers }, body);
  const accept = (raw: Buffer, recipient = support, sender = 'evil@z.example') =>
    acceptMail(deps, {
      envelope: { sender, recipients: [recipient] },
      content: (async function* bytes() {
        yield raw;
      })(),
    });
  const open = async () =>
    (await visitor.post('/api/portal/tickets', { subject: 'Printer', description: 'It smokes.' })).body.id as string;
  const heldBy = async (from: string) =>
    (await staff.get('/api/desk/mails')).body.items.find((one: { from: string }) => one.from === from);
  const messagesOf = async (id: string) =>
    (await visitor.get(`/api/portal/tickets/thread?id=${id}`)).body.items.filter(
      ({ kind }: { kind: string }) => kind === 'message',
    );

  const post = async (
    authorization = `Bearer ${key}`,
    body: Uint8Array = newMail('a@x.example'),
    recipient = support,
    sender = 'a@x.example',
  ) =>
    (
      await api.request(`/api/mail/inbound?${new URLSearchParams({ sender, recipient })}`, {
        method: 'POST',
        headers: { Host: new URL(siteUrl).host, 'Content-Type': 'message/rfc822', Authorization: authorization },
        body: new Uint8Array(body),
      })
    ).status;

  beforeAll(async () => {
    staff = await desk({ permissions: ['support'] });
  });
  beforeEach(() => run('DELETE FROM inbound_mails'));

  test('only known reply addresses and listed ones of the domain are recipients', async () => {
    const known = await createReplyAddress(database.pool, { ticketId: await open(), userId: customer.userId, domain });
    const accepted = async (address: string) => isRecipient(deps, address);
    expect(await accepted(known)).toBe(true);
    expect(await accepted(known.toUpperCase())).toBe(true);
    expect(await accepted(support)).toBe(true);
    for (const address of [
      `reply+${'a'.repeat(26)}@${domain}`,
      `reply@${domain}`,
      `sales@${domain}`,
      'support@elsewhere.example',
      `support@sub.${domain}`,
      known.replace(domain, 'elsewhere.example'),
      '',
    ])
      expect([address, await accepted(address)]).toEqual([address, false]);
    const originals = () => readdirSync(dataDir, { recursive: true }).length;
    const before = originals();
    await expect(accept(newMail('a@x.example'), `sales@${domain}`)).rejects.toMatchObject({
      reason: 'unknown_recipient',
    });
    expect(originals()).toBe(before);
    expect(await run('SELECT FROM inbound_mails')).toEqual([]);
  });

  test('a mail is handed in over HTTP with the key', async () => {
    expect(await post('Bearer wrong')).toBe(401);
    expect(await post('')).toBe(401);
    expect(await post(undefined, Buffer.alloc(26 * 1024 * 1024))).toBe(413);
    expect(await post(undefined, undefined, `sales@${domain}`)).toBe(422);
    expect(await run('SELECT FROM inbound_mails')).toEqual([]);
    expect(await post()).toBe(200);
    expect(await run('SELECT state FROM inbound_mails')).toEqual([{ state: 'received' }]);
  });

  test('a sender that looks like a result of authentication proves nothing', async () => {
    const disguised = `"a); dmarc=pass header.from=${customer.email.split('@')[1]} (b"@attacker.example`;
    const results = `mx.portal.example; spf=pass (domain of ${disguised}) smtp.mailfrom=${disguised}`;
    const raw = newMail(customer.email, { 'Authentication-Results': results });
    expect(await post(undefined, raw, undefined, disguised)).toBe(200);
    await readAll();
    expect(await heldBy(customer.email)).toMatchObject({ sender: disguised, authentication: 'failed' });
  });

  test('mails of no ticket are limited by number and size, and replies are accepted all the same', async () => {
    const fill = (count: number, size: number, age: string) =>
      run(`INSERT INTO inbound_mails (delivery_key, sha256, size, sender, recipients, subject, full_text, state, reason, received_at)
        SELECT lpad(n || '${age}', 64, '0'), repeat('a', 64), ${size}, '', '{}', '', '', 'held', 'no_token', now() - interval '${age}'
        FROM generate_series(1, ${count}) AS n`);
    const { noTicket } = mailLimits;
    await fill(noTicket.perHour - 1, 1, '1 minute');
    expect(await post()).toBe(200);
    expect(await post()).toBe(429);
    await expect(accept(newMail('a@x.example'))).rejects.toMatchObject({ reason: 'too_many' });
    const reply = await createReplyAddress(database.pool, { ticketId: await open(), userId: customer.userId, domain });
    expect(await accept(newMail(customer.email), reply)).toBe(true);
    await run('DELETE FROM inbound_mails');
    await fill(1, noTicket.bytesPerHour, '1 minute');
    expect(await post()).toBe(429);
    await run('DELETE FROM inbound_mails');
    await fill(noTicket.waiting, 1, '1 day');
    expect(await post()).toBe(507);
    await run('DELETE FROM inbound_mails');
    await fill(2, noTicket.bytes / 2, '1 day');
    expect(await post()).toBe(507);
  });

  test('a mail that was accepted is read by its job, once, and whatever it costs', async () => {
    const id = await open();
    const reply = await createReplyAddress(database.pool, { ticketId: id, userId: customer.userId, domain });
    const proof = {
      'Authentication-Results': `mx.portal.example; dmarc=pass header.from=${customer.email.split('@')[1]}`,
    };
    await accept(newMail(customer.email, proof), reply);
    // As after a kill while it was read: the job is due again.
    await run(`UPDATE jobs SET attempts = 3 WHERE kind = 'received-mail'`);
    const results = await Promise.all([readAll(), readAll()]);
    expect(results).toHaveLength(2);
    await run(
      `UPDATE jobs SET done_at = NULL, next_attempt_at = now(), data = jsonb_build_object('mail', (SELECT id FROM inbound_mails)) WHERE kind = 'received-mail'`,
    );
    await readAll();
    expect(await messagesOf(id)).toHaveLength(1);
    // One that killed the server again and again is not read.
    await accept(newMail(customer.email, proof), reply);
    await run(`UPDATE jobs SET attempts = 50 WHERE kind = 'received-mail' AND done_at IS NULL`);
    await readAll();
    expect(await run(`SELECT state, reason FROM inbound_mails ORDER BY received_at DESC LIMIT 1`)).toEqual([
      { state: 'held', reason: 'malformed' },
    ]);
  });

  test('the list shows the newest first, page by page, and a sender is discarded at once', async () => {
    await run(`INSERT INTO inbound_mails (delivery_key, sha256, size, sender, recipients, from_address, subject, full_text, state, reason, received_at)
      SELECT lpad(n::text, 64, '0'), repeat('a', 64), 1, 's@spam.example', '{}', CASE WHEN n % 2 = 0 THEN 'spam@spam.example' ELSE 'x' || n || '@x.example' END,
        'mail ' || n, '', 'held', 'no_token', now() - make_interval(mins => n) FROM generate_series(1, 120) AS n`);
    const subjects: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const query: string = cursor === '' ? '' : `?cursor=${encodeURIComponent(cursor)}`;
      const { body } = await staff.get(`/api/desk/mails${query}`);
      expect(body.total).toBe(120);
      subjects.push(...body.items.map(({ subject }: { subject: string }) => subject));
      cursor = body.nextCursor as string | null;
    }
    expect(subjects).toEqual(Array.from({ length: 120 }, (_, index) => `mail ${index + 1}`));
    const spam = await heldBy('spam@spam.example');
    expect((await staff.get(`/api/desk/mails/detail?id=${spam.id}`)).body).toMatchObject({ fromSender: 60 });
    expect((await staff.post('/api/desk/mails/discard-sender', { id: spam.id })).body).toEqual({ count: 60 });
    expect((await staff.get('/api/desk/mails')).body.total).toBe(60);
    expect(
      (await (await desk({ permissions: ['sales'] })).post('/api/desk/mails/discard-sender', { id: spam.id })).status,
    ).toBe(403);
  });

  test('a forged mail that staff publish names nobody, a proven one its sender', async () => {
    const id = await open();
    await accept(newMail(customer.email));
    await readAll();
    const forged = await heldBy(customer.email);
    expect(forged).toMatchObject({
      sender: 'evil@z.example',
      authentication: 'failed',
      customers: [{ id: customer.id }],
    });
    const publish = (mailId: string, more: object = {}) =>
      staff.post('/api/desk/mails/publish', { id: mailId, ticketId: id, body: 'Please help.', ...more });
    expect((await publish(forged.id)).status).toBe(200);
    const [message] = await messagesOf(id);
    expect(message.author).toEqual({ kind: 'customer', name: customer.email, isYou: false, isUnverified: true });
    const proof = { 'Authentication-Results': `mx.portal.example; dkim=pass header.d=${customer.email.split('@')[1]}` };
    await accept(newMail(customer.email, proof));
    await readAll();
    expect((await publish((await heldBy(customer.email)).id)).status).toBe(200);
    expect((await messagesOf(id))[1].author).toEqual({ kind: 'customer', name: customer.email, isYou: true });
  });

  test('a mail of another customer is published only when that is confirmed', async () => {
    const other = await makeCustomer(database, 'Other');
    const id = await open();
    await accept(newMail(other.email));
    await readAll();
    const held = await heldBy(other.email);
    expect(held.customers).toEqual([{ id: other.id, name: 'Other' }]);
    const publish = (more: object) =>
      staff.post('/api/desk/mails/publish', { id: held.id, ticketId: id, body: 'Please help.', ...more });
    for (const more of [{}, { isOtherCustomer: false }])
      expect(await publish(more)).toMatchObject({ status: 409, body: { error: { code: 'other_customer' } } });
    expect(await messagesOf(id)).toEqual([]);
    expect((await publish({ isOtherCustomer: true })).status).toBe(200);
    expect((await messagesOf(id))[0].author).toMatchObject({ isUnverified: true });
  });

  test('a copy of a reply does not keep the original out', async () => {
    const other = await makeCustomer(database, 'Copyist');
    const headers = (email: string) => ({
      'Message-ID': '<the-same@x.example>',
      'Authentication-Results': `mx.portal.example; dmarc=pass header.from=${email.split('@')[1]}`,
    });
    const theirs = (await portal(other).post('/api/portal/tickets', { subject: 'Copy', description: 'x' })).body.id;
    const id = await open();
    const ids = [
      [theirs, other],
      [id, customer],
    ] as const;
    for (const [ticketId, { userId, email }] of ids) {
      const to = await createReplyAddress(database.pool, { ticketId, userId, domain });
      await accept(newMail(email, headers(email)), to, email);
    }
    await readAll();
    expect(await run('SELECT state FROM inbound_mails')).toEqual([{ state: 'published' }, { state: 'published' }]);
  });
});
