import { createHash, randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { asOperator } from '#api/db/transaction-context.ts';
import { openFiles } from '#api/files/files.ts';
import { createLog } from '#api/lib/log.ts';
import { deliverDue } from '#api/mail/delivery.ts';
import { createMailReader } from '#api/mail/inbound/mail-reader.ts';
import { createMailTransport } from '#api/mail/transports.ts';
import { acceptMail } from '#api/services/mail-in/accept-mail.ts';
import { readReceived } from '#api/services/mail-in/read-received.ts';
import { publishToLead } from './publish-lead-reply.ts';
import { mail } from '#tests/fixtures/mails/build-mail.ts';
import { assertDefined, browser, openApi, siteUrl } from '#tests/support/api.ts';
import { makeLead } from '#tests/support/desk-leads.ts';
import { setUpDesk } from '#tests/support/desk.ts';
import { describeApi } from '#tests/support/fixtures.ts';
import { leadsTo } from '#tests/support/leads.ts';
import { prepareLeadReplies } from './lead-replies.ts';

const domain = 'support.example';
const mailIn = { mailInDomain: domain, mailInAddresses: ['support'] };

describeApi({ settings: { readLimit: 0, leads: 'deliver', leadsTo, ...mailIn } }, ({ database, api }) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'lead-messages-'));
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
  const { desk, eventsOf } = setUpDesk(database, api);
  const log = createLog('silent');
  const outbox = createMailTransport(
    { mailFrom: undefined, siteUrl, dataDir, databaseUrl: undefined, smtpUrl: undefined },
    log,
  );
  const prepare = prepareLeadReplies({ database: () => database, siteUrl, mailFrom: undefined });
  /** The mails that are due, as they leave. */
  const deliver = async () => {
    rmSync(join(dataDir, 'outbox'), { recursive: true, force: true });
    await deliverDue({ database, transport: outbox, prepare, languages: ['en'], log });
    const folder = join(dataDir, 'outbox');
    const files = readdirSync(dataDir).includes('outbox') ? readdirSync(folder) : [];
    return files.map((file) => readFileSync(join(folder, file), 'utf8').replaceAll(/\r\n[ \t]+/g, ' '));
  };
  const header = (raw: string, name: string) => new RegExp(`^${name}: (.*)\r$`, 'm').exec(raw)?.[1];

  const policy = {
    siteHost: new URL(siteUrl).hostname,
    ownAddresses: [],
    authservId: undefined,
    domain,
    addresses: [],
  };
  const files = openFiles({ dataDir, s3Url: undefined, clamd: undefined });
  const reader = createMailReader();
  afterAll(() => reader.close());
  const deps = { database, files, policy, reader, publishToLead, log };
  /** Accepts a mail, and reads it as its job does. */
  const receive = async (to: string, raw: Buffer, sender: string) => {
    const content = (async function* bytes() {
      yield raw;
    })();
    if (!(await acceptMail(deps, { envelope: { sender, recipients: [to] }, content }))) return 'delivered before';
    const sha256 = createHash('sha256').update(raw).digest('hex');
    const { rows } = await asOperator(database, (tx) =>
      tx.execute<{ id: string }>(sql`SELECT id FROM inbound_mails WHERE sha256 = ${sha256} AND state = 'received'`),
    );
    return readReceived(deps, assertDefined(rows[0]).id);
  };
  type Staff = Awaited<ReturnType<typeof desk>>;
  const read = async (staff: Staff, id: string) => (await staff.get(`/api/desk/leads/detail?id=${id}`)).body;

  test('a reply is mailed once, and the lead is answered', async () => {
    const staff = await desk({ permissions: ['support'] });
    const before = await makeLead(database, { verdict: 'doubtful' });
    const { id, email, lastContactAt } = before;
    const text = 'Bonjour Claire,\n\nVoici <b>notre</b> réponse.\r\nBcc: victim@x.example';
    const key = { 'Idempotency-Key': randomUUID() };
    const reply = () => staff.post('/api/desk/leads/reply', { id, version: 1, body: text }, key);
    const results = await Promise.all([reply(), reply()]);
    expect(results.map(({ status }) => status)).toEqual([201, 201]);
    const lead = await read(staff, id);
    expect(lead).toMatchObject({
      status: 'answered',
      verdict: 'clean',
      version: 2,
      answeredAt: expect.any(String),
      repliesComeBack: true,
      messages: [{ kind: 'sent', body: text, isYou: true }],
    });
    expect(Date.parse(lead.lastContactAt)).toBe(Date.parse(lastContactAt));
    expect(await eventsOf('lead.answered', `lead:${id}`)).toHaveLength(1);

    const [raw = '', ...others] = await deliver();
    expect(others).toEqual([]);
    const root = `<lead-${id}@${new URL(siteUrl).hostname}>`;
    expect(header(raw, 'To')).toContain(email);
    // Encoded, as it has accents.
    expect(header(raw, 'Subject')).toMatch(/^=\?UTF-8\?Q\?Re=3A_Nous_avons/);
    expect(header(raw, 'In-Reply-To')).toBe(root);
    expect(header(raw, 'References')).toBe(root);
    expect(header(raw, 'Reply-To')).toMatch(new RegExp(`^reply\\+[a-z2-7]{26}@${domain}$`));
    expect(header(raw, 'Auto-Submitted')).toBeUndefined();
    expect(raw.split('\r\n\r\n')[0]).not.toContain('victim');
  });

  test('what the prospect replies comes back to the lead, once', async () => {
    const staff = await desk({ permissions: ['support'] });
    const { id, email } = await makeLead(database);
    await staff.post('/api/desk/leads/reply', { id, version: 1, body: 'Bonjour' });
    const to = assertDefined(header((await deliver())[0] ?? '', 'Reply-To'));
    const answer = mail({ From: email, 'Message-ID': '<first@massena.example>' }, 'Merci, mardi me convient.');
    expect(await receive(to, answer, email)).toEqual({ state: 'published' });
    expect(await receive(to, answer, email)).toBe('delivered before');
    const lead = await read(staff, id);
    expect(lead).toMatchObject({ status: 'new', version: 3, answeredAt: expect.any(String) });
    expect(lead.messages.map(({ kind, body }: { kind: string; body: string }) => [kind, body])).toEqual([
      ['sent', 'Bonjour'],
      ['received', 'Merci, mardi me convient.'],
    ]);
    expect(Date.parse(lead.lastContactAt)).toBeGreaterThan(Date.parse(lead.receivedAt));
    // A reply that was written before it is stale now.
    expect((await staff.post('/api/desk/leads/reply', { id, version: 2, body: 'Mardi.' })).status).toBe(409);

    await staff.post('/api/desk/leads/reply', { id, version: 3, body: 'Entendu.' });
    const [second = ''] = await deliver();
    expect(header(second, 'In-Reply-To')).toBe('<first@massena.example>');
    expect(header(second, 'References')).toMatch(/^<lead-[\da-f-]+@[^>]+> <first@massena\.example>$/);

    const forged = mail({ From: 'other@x.example', 'Message-ID': '<forged@x.example>' }, 'I am Claire.');
    expect(await receive(to, forged, 'other@x.example')).toEqual({ state: 'held', reason: 'sender_mismatch' });
    const same = mail({ From: email, 'Message-ID': '<first@massena.example>' }, 'Another text.');
    expect(await receive(to, same, email)).toEqual({ state: 'held', reason: 'duplicate' });
    expect((await read(staff, id)).messages).toHaveLength(3);
  });

  test('files of a reply are named, and are in the original of its mail', async () => {
    const staff = await desk({ permissions: ['support'] });
    const { id, email } = await makeLead(database);
    await staff.post('/api/desk/leads/reply', { id, version: 1, body: 'Bonjour' });
    const to = assertDefined(header((await deliver())[0] ?? '', 'Reply-To'));
    const raw = mail(
      { From: email, 'Message-ID': '<files@massena.example>', 'Content-Type': 'multipart/mixed; boundary=part' },
      [
        '--part\r\nContent-Type: text/plain\r\n\r\nVoici le devis.',
        '--part\r\nContent-Type: application/pdf\r\nContent-Disposition: attachment; filename="devis.pdf"\r\nContent-Transfer-Encoding: base64\r\n\r\nJVBERi0xLjQ=',
        '--part--',
      ].join('\r\n'),
    );
    expect(await receive(to, raw, email)).toEqual({ state: 'published' });
    const received = (await read(staff, id)).messages.at(-1);
    expect(received).toMatchObject({
      kind: 'received',
      body: 'Voici le devis.',
      files: [{ name: 'devis.pdf', size: 8 }],
      mailId: expect.any(String),
    });
  });

  test('a lead that became spam gets no mail, and accepts none', async () => {
    const staff = await desk({ permissions: ['support'] });
    const { id, email } = await makeLead(database);
    await staff.post('/api/desk/leads/reply', { id, version: 1, body: 'Bonjour' });
    await staff.post('/api/desk/leads/change', { id, version: 2, verdict: 'spam' });
    expect(await deliver()).toEqual([]);
    expect((await staff.post('/api/desk/leads/reply', { id, version: 3, body: 'Bonjour' })).status).toBe(400);
    await staff.post('/api/desk/leads/change', { id, version: 3, verdict: 'clean' });
    await staff.post('/api/desk/leads/reply', { id, version: 4, body: 'Bonjour' });
    const to = assertDefined(header((await deliver())[0] ?? '', 'Reply-To'));
    await staff.post('/api/desk/leads/change', { id, version: 5, verdict: 'spam' });
    const late = mail({ From: email, 'Message-ID': '<late@massena.example>' }, 'Bonjour');
    expect(await receive(to, late, email)).toEqual({ state: 'held', reason: 'expired_token' });
  });

  test('without received mails, a reply goes to the mailbox of leads', async () => {
    const staff = await desk({ permissions: ['support'] });
    const { id } = await makeLead(database);
    const plain = await openApi(database, { readLimit: 0, leads: 'deliver', leadsTo });
    const { status, body } = await browser(plain, { cookie: staff.cookie }).post('/api/desk/leads/reply', {
      id,
      version: 1,
      body: 'Bonjour',
    });
    expect([status, body.repliesComeBack]).toEqual([201, false]);
    expect(header((await deliver())[0] ?? '', 'Reply-To')).toBe(leadsTo);
  });
});
