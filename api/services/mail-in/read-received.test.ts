import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asOperator } from '#api/db/transaction-context.ts';
import { users } from '#api/db/user-schema.ts';
import { hashToken } from '#api/lib/hash-token.ts';
import { openFiles } from '#api/files/files.ts';
import { createLog } from '#api/lib/log.ts';
import { createMailReader } from '#api/mail/inbound/mail-reader.ts';
import type { Envelope } from '#api/mail/inbound/judge-mail.ts';
import { automaticMails } from '#tests/fixtures/mails/automatic-mails.ts';
import { brokenMails } from '#tests/fixtures/mails/broken-mails.ts';
import {
  addressOf,
  authservId,
  mail,
  multipart,
  ownAddress,
  replier,
  replyToken,
  siteHost,
  text,
} from '#tests/fixtures/mails/build-mail.ts';
import { forgedMails } from '#tests/fixtures/mails/forged-mails.ts';
import { quotedReplies } from '#tests/fixtures/mails/quoted-replies.ts';
import { makeCustomer, makeUser } from '#tests/support/api.ts';
import { setUpDesk } from '#tests/support/desk.ts';
import { pdf } from '#tests/support/files.ts';
import { describeApi } from '#tests/support/fixtures.ts';
import { createReplyAddress } from './reply-token.ts';
import { acceptMail, type MailInDeps } from './accept-mail.ts';
import { readReceived } from './read-received.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'mail-in-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const mailIn = { mailInDomain: 'support.example', mailInAddresses: ['support'] };

describeApi({ settings: { readLimit: 0, ticketLimit: 0, dataDir, ...mailIn } }, ({ database, api, customer }) => {
  const { desk, portal } = setUpDesk(database, api);
  const visitor = portal(customer);
  let staff: Awaited<ReturnType<typeof desk>>;
  const files = openFiles({ dataDir, s3Url: undefined, clamd: undefined });
  const policy = {
    siteHost,
    ownAddresses: [ownAddress],
    authservId: undefined,
    domain: 'support.example',
    addresses: ['support'],
  };
  const reader = createMailReader();
  afterAll(() => reader.close());
  const deps: MailInDeps & { reader: typeof reader } = { database, files, policy, reader, log: createLog('silent') };
  const rowsOf = async (condition = 'true') =>
    (await asOperator(database, (tx) => tx.execute(sql.raw(`SELECT * FROM inbound_mails WHERE ${condition}`)))).rows;
  const open = async () =>
    (await visitor.post('/api/portal/tickets', { subject: 'Printer', description: 'It smokes.' })).body.id as string;
  const addressFor = (ticketId: string, userId = customer.userId) =>
    createReplyAddress(database.pool, { ticketId, userId, domain: 'support.example' });
  const threadOf = async (id: string) =>
    (await visitor.get(`/api/portal/tickets/thread?id=${id}`)).body.items as {
      kind: string;
      body: string;
      source: string;
    }[];
  const messagesOf = async (id: string) => (await threadOf(id)).filter(({ kind }) => kind === 'message');
  async function* bytesOf(raw: Buffer) {
    yield raw;
  }
  /** Accepts a mail, and reads it as its job does. */
  const deliver = async (envelope: Envelope, raw: Buffer, given = deps) => {
    if (!(await acceptMail(given, { envelope, content: bytesOf(raw) }))) return { state: 'delivered_before' };
    const sha256 = createHash('sha256').update(raw).digest('hex');
    const [row] = await rowsOf(`sha256 = '${sha256}' AND state = 'received'`);
    return (await readReceived(given, String(row?.['id']))) ?? { state: 'read_before' };
  };
  const reply = (to: string, raw = mail({ From: customer.email })) =>
    deliver({ sender: customer.email, recipients: [to] }, raw);
  let serial = 0;
  const unique = () => ({ From: customer.email, 'Message-ID': `<${(serial += 1)}-${Date.now()}@client.example>` });

  beforeAll(async () => {
    staff = await desk({ permissions: ['support'] });
  });

  test('a reply is published in its ticket, with its files, once', async () => {
    const id = await open();
    const to = await addressFor(id);
    const [headers, body] = multipart('mixed', [
      text('It still smokes.\n\n> Please unplug it.'),
      { type: 'application/pdf', name: 'report.pdf', content: pdf },
      { type: 'application/octet-stream', name: 'virus.exe', content: 'MZ' },
    ]);
    const raw = mail({ ...unique(), ...headers }, body);
    expect(await reply(to, raw)).toEqual({ state: 'published' });
    expect(await reply(to, raw)).toEqual({ state: 'delivered_before' });
    const twice = await Promise.all([reply(to, raw), reply(to, raw)]);
    expect(twice.map(({ state }) => state)).toEqual(['delivered_before', 'delivered_before']);
    expect(await messagesOf(id)).toMatchObject([
      {
        body: 'It still smokes.\n\nFiles that were not accepted: virus.exe',
        source: 'email',
        author: { isYou: true },
      },
    ]);
    expect((await visitor.get(`/api/portal/tickets/files?id=${id}`)).body.files).toMatchObject([
      { fileName: 'report.pdf' },
    ]);
    const [row] = await rowsOf(`ticket_id = '${id}'`);
    expect(row).toMatchObject({ state: 'published', full_text: expect.stringContaining('> Please unplug it.') });
    expect(readdirSync(join(dataDir, 'files/mail'))).toContain(createHash('sha256').update(raw).digest('hex'));
  });

  test('the same mail at once from two deliveries is published once', async () => {
    const id = await open();
    const to = await addressFor(id);
    const raw = mail(unique());
    const states = (await Promise.all([0, 1, 2].map(() => reply(to, raw)))).map(({ state }) => state);
    expect(states.toSorted()).toEqual(['delivered_before', 'delivered_before', 'published']);
    expect(await messagesOf(id)).toHaveLength(1);
  });

  test('a text that shows nothing is held as an empty one', async () => {
    const to = await addressFor(await open());
    const headers = { ...unique(), 'Content-Type': 'text/plain; charset=utf-8', 'Content-Transfer-Encoding': '8bit' };
    expect(await reply(to, mail(headers, '\u200b\u2060 \u200b'))).toEqual({ state: 'held', reason: 'empty' });
  });

  test('only files, and a text that is too long for a message', async () => {
    const id = await open();
    const to = await addressFor(id);
    await reply(
      to,
      mail(
        { ...unique(), ...multipart('mixed', [])[0] },
        multipart('mixed', [{ type: 'application/pdf', name: 'scan.pdf', content: pdf }])[1],
      ),
    );
    const long = 'A line of a long mail.\n'.repeat(2000);
    expect(await reply(to, mail(unique(), long))).toEqual({ state: 'published' });
    const [only, cut] = await messagesOf(id);
    expect(only?.body).toBe('scan.pdf');
    expect(cut?.body.length).toBeLessThanOrEqual(20_000);
    const { files: sent } = (await visitor.get(`/api/portal/tickets/files?id=${id}`)).body;
    expect(sent).toMatchObject([{ fileName: 'scan.pdf' }, { fileName: 'message.txt', size: long.trim().length }]);
  });

  test('a token is of one user, one ticket and as long as they belong to the customer', async () => {
    const id = await open();
    const colleague = await makeUser(database, { customerId: customer.id, roles: ['technical'] });
    const to = await addressFor(id, colleague.userId);
    expect(await reply(to)).toEqual({ state: 'held', reason: 'sender_mismatch' });
    const own = mail({ ...unique(), From: colleague.email });
    await asOperator(database, (tx) => tx.execute(sql`DELETE FROM memberships WHERE user_id = ${colleague.userId}`));
    expect(await reply(to, own)).toEqual({ state: 'held', reason: 'expired_token' });
    const other = await makeCustomer(database, 'Other');
    expect(await reply(await addressFor(id, other.userId), mail({ ...unique(), From: other.email }))).toEqual({
      state: 'held',
      reason: 'expired_token',
    });
    // A requester who does not see the ticket.
    const requester = await makeUser(database, { customerId: customer.id, roles: ['requester'] });
    expect(await reply(await addressFor(id, requester.userId), mail({ ...unique(), From: requester.email }))).toEqual({
      state: 'held',
      reason: 'not_accepted',
    });
    expect(await messagesOf(id)).toEqual([]);
    const expired = await addressFor(id);
    await asOperator(database, (tx) => tx.execute(sql`UPDATE reply_tokens SET expires_at = now()`));
    expect(await reply(expired, mail(unique()))).toEqual({ state: 'held', reason: 'expired_token' });
  });

  test('a Message-ID that is used twice, and too many mails in an hour, are held', async () => {
    const id = await open();
    const to = await addressFor(id);
    const same = unique();
    expect(await reply(to, mail(same, 'one'))).toEqual({ state: 'published' });
    expect(await reply(to, mail(same, 'two'))).toEqual({ state: 'held', reason: 'duplicate' });
    for (let sent = 1; sent < 20; sent += 1)
      expect(await reply(to, mail(unique(), `mail ${sent}`))).toEqual({ state: 'published' });
    expect(await reply(to, mail(unique(), 'one more'))).toEqual({ state: 'held', reason: 'loop' });
    expect(await messagesOf(id)).toHaveLength(20);
  });

  test('a mail to a resolved ticket changes no status, and one to a ticket closed long ago opens another', async () => {
    const id = await open();
    const to = await addressFor(id);
    const set = (columns: string) =>
      asOperator(database, (tx) => tx.execute(sql.raw(`UPDATE tickets SET ${columns} WHERE id = '${id}'`)));
    await set(`status = 'resolved'`);
    expect(await reply(to, mail(unique(), 'Thank you!'))).toEqual({ state: 'published' });
    expect((await visitor.get(`/api/portal/tickets/detail?id=${id}`)).body).toMatchObject({ status: 'resolved' });
    await set(`status = 'closed', closed_at = now() - interval '30 days'`);
    expect(await reply(to, mail(unique(), 'It is back.'))).toEqual({ state: 'published' });
    const [followUp] = (await visitor.get(`/api/portal/tickets/detail?id=${id}`)).body.followedBy;
    expect((await visitor.get(`/api/portal/tickets/detail?id=${followUp.id}`)).body).toMatchObject({
      description: 'It is back.',
    });
  });

  test('staff publish or discard what was held, once', async () => {
    const id = await open();
    const [headers, body] = multipart('mixed', [
      text('From my private address.'),
      { type: 'application/pdf', name: 'a.pdf', content: pdf },
    ]);
    const raw = mail({ ...unique(), ...headers, From: 'private@elsewhere.example', Subject: 'Printer <b>' }, body);
    expect(
      await deliver({ sender: 'private@elsewhere.example', recipients: ['support@support.example'] }, raw),
    ).toEqual({ state: 'held', reason: 'no_token' });
    const listed = await staff.get('/api/desk/mails');
    expect(listed.status, JSON.stringify(listed.body)).toBe(200);
    const { items: mails } = listed.body;
    const held = mails.find(({ from }: { from: string }) => from === 'private@elsewhere.example');
    expect(held).toMatchObject({ reason: 'no_token', subject: 'Printer <b>', fileCount: 1, ticket: null });
    expect((await staff.get(`/api/desk/mails/detail?id=${held.id}`)).body).toMatchObject({
      visibleText: 'From my private address.',
    });
    const original = await staff.get(`/api/desk/mails/original?id=${held.id}`);
    expect(original.headers.get('content-disposition')).toMatch(/^attachment/);
    expect(original.body).toBe(raw.toString());
    const publish = () =>
      staff.post('/api/desk/mails/publish', { id: held.id, ticketId: id, body: 'From my private address.' });
    const results = await Promise.all([publish(), publish()]);
    expect(results.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409]);
    expect(await messagesOf(id)).toMatchObject([
      {
        body: 'From my private address.',
        source: 'email',
        author: { kind: 'customer', name: 'private@elsewhere.example', isYou: false, isUnverified: true },
      },
    ]);
    expect((await visitor.get(`/api/portal/tickets/files?id=${id}`)).body.files).toMatchObject([{ fileName: 'a.pdf' }]);
    expect((await staff.post('/api/desk/mails/discard', { id: held.id })).status).toBe(409);
    expect((await (await desk({ permissions: ['sales'] })).get('/api/desk/mails')).status).toBe(403);
    expect((await visitor.get('/api/desk/mails')).status).toBe(404);
  });

  describe('the hostile mails', () => {
    test('each is kept once, and only those are published that may be', async () => {
      const [made] = await asOperator(database, (tx) =>
        tx.insert(users).values({ email: replier, name: 'Camille' }).returning(),
      );
      const userId = made?.id ?? '';
      await asOperator(database, (tx) =>
        tx.execute(
          sql`INSERT INTO memberships (user_id, customer_id, roles) VALUES (${userId}, ${customer.id}, '{owner}')`,
        ),
      );
      const all = [quotedReplies, automaticMails, forgedMails, brokenMails].flat();
      for (const fixture of all) {
        const id = await open();
        await asOperator(database, async (tx) => {
          await tx.execute(sql`DELETE FROM reply_tokens`);
          // The fixtures share their Message-IDs.
          await tx.execute(sql`UPDATE ticket_messages SET email_message_id = NULL`);
          await tx.execute(sql`DELETE FROM inbound_mails`);
        });
        await database.pool.query('SELECT save_reply_token($1, $2, $3, 1)', [hashToken(replyToken), id, userId]);
        const {
          sender = replier,
          recipients = [addressOf(replyToken)],
          raw,
          expected,
          isAuthenticationRequired = false,
        } = fixture;
        const strict = {
          ...deps,
          policy: { ...policy, authservId: isAuthenticationRequired ? authservId : undefined },
        };
        const delivery = deliver({ sender, recipients }, raw, strict);
        // The LMTP server rejects what is too large; its sender is told.
        const outcome = await delivery.catch((error: Error) => error.name);
        const held = 'held' in expected ? expected.held : undefined;
        // Its sender is told: the mail is rejected, not held.
        const isOurs = recipients.every(
          (one) => one.toLowerCase().startsWith(`reply+${replyToken}@`) || one.startsWith('support@'),
        );
        const rejection = held === 'too_large' ? 'FileTooLargeError' : isOurs ? undefined : 'MailRejectedError';
        expect([fixture.name, outcome]).toEqual([
          fixture.name,
          rejection ?? (held === undefined ? { state: 'published' } : { state: 'held', reason: held }),
        ]);
        const rows = await rowsOf();
        expect([fixture.name, rows.length]).toEqual([fixture.name, rejection === undefined ? 1 : 0]);
        expect([fixture.name, (await messagesOf(id)).length]).toEqual([fixture.name, 'held' in expected ? 0 : 1]);
      }
    });
  });
});
