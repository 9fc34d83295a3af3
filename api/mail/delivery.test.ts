import { mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { createLog } from '#api/lib/log.ts';
import type { TestDatabase } from '#tests/support/database.ts';
import { eventually } from '#tests/support/eventually.ts';
import { describeDatabase } from '#tests/support/fixtures.ts';
import { smtpError, startMailServer } from '#tests/support/mail-server.ts';
import { deliverDue, permanentFailure, startDelivery } from './delivery.ts';
import { enqueueMail } from './queue.ts';
import { createMailTransport } from './transports.ts';

const failure = (response: string, command = 'RCPT TO') =>
  Object.assign(new Error(`failed: ${response}`), { command, response, responseCode: Number(response.slice(0, 3)) });

test.each([
  '550 5.1.1 The email account that you tried to reach does not exist',
  '550 No such user here',
  '551 User not local',
  '552 5.2.2 The mailbox is full',
  '553 5.1.3 Bad recipient address syntax',
  '554 5.4.4 Unable to route: invalid domain',
  '556 5.1.10 Recipient address has null MX',
  '521 5.1.2 This host accepts no mail',
])('%s is permanent', (response) => {
  expect(permanentFailure(failure(response))).toBe(response);
  expect(permanentFailure(failure(response, 'DATA'))).toBe(response);
  expect(permanentFailure(failure(response, 'MAIL FROM'))).toBeUndefined();
});

test.each([
  ['421 4.3.2 Closing', 'RCPT TO'],
  ['450 4.2.1 Greylisted', 'RCPT TO'],
  ['452 4.2.2 The mailbox is full', 'RCPT TO'],
  ['452 4.3.1 Out of storage', 'DATA'],
  ['500 Syntax error', 'RCPT TO'],
  ['503 5.5.1 Bad sequence', 'DATA'],
  ['530 5.7.0 Authentication required', 'RCPT TO'],
  ['535 5.7.8 Authentication failed', 'AUTH PLAIN'],
  ['550 5.1.8 Sender address rejected: domain not found', 'RCPT TO'],
  ['550 5.7.1 Relaying denied', 'RCPT TO'],
  ['550 5.7.26 Unauthenticated sender, see SPF', 'DATA'],
  ['550 relay not permitted', 'RCPT TO'],
  ['554 5.7.1 Service unavailable; client host blocked', 'RCPT TO'],
  ['554 Transaction failed', 'DATA'],
  ['554 No SMTP service here', 'CONN'],
  ['550 5.1.1 no', 'EHLO'],
])('%s (%s) is retried', (response, command) => {
  expect(permanentFailure(failure(response, command))).toBeUndefined();
});

test('the reason contains no email address, is one line and is bounded', () => {
  const reason = permanentFailure(
    failure(`550 5.1.1 <claire@cabinet.example>\r\n\u0000\u001b[31m ${'x'.repeat(5000)}`),
  );
  expect(reason).toMatch(/^550 5\.1\.1 <\[email\]> \[31m x+$/);
  expect(reason?.length).toBeLessThanOrEqual(300);
  expect(permanentFailure('550 5.1.1')).toBeUndefined();
  expect(permanentFailure(new Error('550 5.1.1 no such user'))).toBeUndefined();
});

const siteUrl = 'http://localhost:3000';
const link = `${siteUrl}/#verify=abc&def`;
// What stays of its data.
const sent = { template: 'verify-email', recipient: 'claire@cabinet.example', locale: 'en' };
const verification = (recipient: string) => ({ template: 'verify-email', recipient, data: { link } }) as const;

function createDelivery(
  database: Pick<TestDatabase, 'pool'> & { url?: string | undefined },
  smtpUrl: string | undefined,
  dataDir = '/nowhere',
) {
  const lines: string[] = [];
  const log = createLog('debug', { write: (line: string) => void lines.push(line) });
  const settings = { smtpUrl, mailFrom: undefined, siteUrl, dataDir, databaseUrl: database.url };
  const transport = createMailTransport(settings, log);
  return { database, transport, log, lines };
}

describeDatabase(({ engine, database }) => {
  beforeEach(async () => {
    await database.pool.query('DELETE FROM jobs');
  });

  const makeDue = () => database.pool.query('UPDATE jobs SET next_attempt_at = now() WHERE done_at IS NULL');
  const rows = async () => {
    const text = `SELECT attempts, last_error, done_at, failed_at, data, next_attempt_at > now() AS waits,
      next_attempt_at = 'infinity' AS is_ended FROM jobs`;
    return (await database.pool.query(text)).rows;
  };

  test('a queued mail is sent once and its data deleted afterwards', async () => {
    const server = await startMailServer();
    const delivery = createDelivery(database, server.url);
    await enqueueMail(database.orm, verification('claire@cabinet.example'));
    expect(await deliverDue(delivery)).toBe(1);
    expect(await deliverDue(delivery)).toBe(0);
    await server.close();
    expect(server.received).toMatchObject([{ to: ['claire@cabinet.example'] }]);
    expect(server.received[0]?.readable).toContain(link);
    expect(await rows()).toMatchObject([{ attempts: 1, done_at: expect.any(Date), last_error: null }]);
    expect((await rows())[0].data).toEqual(sent);
    expect(delivery.lines.join('')).not.toMatch(/claire|verify=/);
  });

  test('a mail is rolled back with its transaction', async () => {
    const undone = database.orm.transaction(async (tx) => {
      await enqueueMail(tx, verification('claire@cabinet.example'));
      throw new Error('the sign-up failed');
    });
    await expect(undone).rejects.toThrow('the sign-up failed');
    expect(await rows()).toEqual([]);
  });

  test('a mail waits while the mail server is down and is sent when it is back', async () => {
    const down = await startMailServer();
    await down.close();
    const delivery = createDelivery(database, down.url);
    await enqueueMail(database.orm, verification('claire@cabinet.example'));
    await deliverDue(delivery);
    expect(await rows()).toMatchObject([
      { attempts: 1, done_at: null, waits: true, last_error: expect.stringMatching(/ECONN|ESOCKET/) },
    ]);
    expect(await deliverDue(delivery)).toBe(0);

    const server = await startMailServer({ port: down.port });
    await makeDue();
    await deliverDue(delivery);
    await server.close();
    expect(server.received.length).toBe(1);
    expect(await rows()).toMatchObject([{ attempts: 2, done_at: expect.any(Date), last_error: null }]);
  });

  test.each([
    ['for the recipient', { rejectRecipient: () => smtpError(550, '5.1.1 no mailbox claire@cabinet.example here') }],
    ['after the data', { rejectData: () => smtpError(550, '5.1.1 no mailbox claire@cabinet.example here') }],
  ])('a permanent rejection %s ends the attempts and is stored without the email address', async (_when, behaviour) => {
    const server = await startMailServer(behaviour);
    const delivery = createDelivery(database, server.url);
    await enqueueMail(database.orm, verification('claire@cabinet.example'));
    await deliverDue(delivery);
    expect(await deliverDue(delivery)).toBe(0);
    await server.close();
    const rejected = {
      failed_at: expect.any(Date),
      last_error: '550 5.1.1 no mailbox [email] here',
    };
    expect(await rows()).toMatchObject([{ attempts: 1, done_at: null, is_ended: true, ...rejected }]);
    expect((await rows())[0].data).toEqual({ ...sent, isRejected: true });
    const log = delivery.lines.map((line) => JSON.parse(line) as { level: number; msg: string });
    expect(log).toMatchObject([{ level: 40, msg: expect.stringContaining('rejected permanently') }]);
    expect(delivery.lines.join('')).not.toContain('claire');
  });

  test.each([
    ['452', { rejectRecipient: () => smtpError(452, '4.2.2 The mailbox is full') }],
    ['421', { rejectRecipient: () => smtpError(421, '4.3.2 Closing') }],
    ['550 5.7.1', { rejectRecipient: () => smtpError(550, '5.7.1 Relaying denied') }],
    ['535', { rejectSignIn: smtpError(535, '5.7.8 Authentication failed') }],
  ])('%s is retried: the mail keeps its data', async (code, behaviour) => {
    const server = await startMailServer(behaviour);
    const delivery = createDelivery(database, server.url);
    await enqueueMail(database.orm, verification('claire@cabinet.example'));
    await deliverDue(delivery);
    await server.close();
    expect(await rows()).toMatchObject([
      {
        done_at: null,
        failed_at: null,
        waits: true,
        // The response, without the words of the library.
        last_error: expect.stringMatching(new RegExp(`^E[A-Z]+: ${code}`)),
        data: { values: { link } },
      },
    ]);

    const working = await startMailServer();
    await makeDue();
    await deliverDue(createDelivery(database, working.url));
    await working.close();
    expect(working.received).toMatchObject([{ to: ['claire@cabinet.example'] }]);
  });

  test('two instances share the queue and send no mail twice', async () => {
    const server = await startMailServer();
    const other = engine === 'postgresql' ? await database.openInstance() : database;
    const instances = [createDelivery(database, server.url), createDelivery(other, server.url)];
    for (let at = 0; at < 40; at += 1) await enqueueMail(database.orm, verification(`reader-${at}@cabinet.example`));
    await Promise.all(
      instances.map(async (instance) => {
        while ((await deliverDue(instance)) > 0);
      }),
    );
    await server.close();
    expect(server.received.length).toBe(40);
    expect(new Set(server.received.flatMap(({ to }) => to)).size).toBe(40);
  });

  test('a mail whose instance died while sending is sent again with the same Message-ID', async () => {
    const server = await startMailServer();
    const delivery = createDelivery(database, server.url);
    await enqueueMail(database.orm, verification('claire@cabinet.example'));
    const dying = { ...delivery, database: { pool: { query: dieAfterSending(database) } as never } };
    await expect(deliverDue(dying)).rejects.toThrow('the process died');
    expect(await deliverDue(delivery)).toBe(0);
    await makeDue();
    await deliverDue(delivery);
    await server.close();
    expect(server.received.length).toBe(2);
    expect(new Set(server.received.map(({ messageId }) => messageId)).size).toBe(1);
    expect(server.received[0]?.messageId).toMatch(/^<[\da-f-]{36}@localhost>$/);
  });

  test('a mail is given up after a week, with a log line', async () => {
    const down = await startMailServer();
    await down.close();
    const delivery = createDelivery(database, down.url);
    await enqueueMail(database.orm, verification('claire@cabinet.example'));
    await database.pool.query(`UPDATE jobs SET created_at = now() - interval '8 days'`);
    await deliverDue(delivery);
    expect(delivery.lines.join('')).toContain('mail given up');
    expect(await rows()).toMatchObject([{ is_ended: true, done_at: null, failed_at: expect.any(Date) }]);
    expect((await rows())[0].data).toEqual(sent);
  });

  test('a template unknown to this version waits for another one', async () => {
    const server = await startMailServer();
    const delivery = createDelivery(database, server.url);
    await database.pool.query(
      `INSERT INTO jobs (kind, data) VALUES ('mail', '{"template": "toString", "recipient": "a@b.example", "values": {}}')`,
    );
    await deliverDue(delivery);
    await server.close();
    expect(server.received).toEqual([]);
    expect(await rows()).toMatchObject([
      { done_at: null, waits: true, last_error: expect.stringContaining('Unknown mail template') },
    ]);
  });

  test('without SMTP_URL each mail is a private file, and only a trial logs its link', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'mail-'));
    const delivery = createDelivery(database, undefined, dataDir);
    await enqueueMail(database.orm, { ...verification('claire@cabinet.example'), locale: 'fr' });
    await deliverDue(delivery);
    const files = readdirSync(join(dataDir, 'outbox'));
    expect(files).toEqual([expect.stringMatching(/^\d{8}T\d{6}Z-verify-email-[\da-f-]{36}\.eml$/)]);
    const file = join(dataDir, 'outbox', files[0] ?? '');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(file, 'utf8')).toMatch(/^To: claire@cabinet\.example\r$/m);
    const log = delivery.lines.join('');
    expect(log).toContain(JSON.stringify(file));
    const isTrial = engine === 'embedded';
    expect([log.includes(JSON.stringify(link)), log.includes('#verify=')]).toEqual([isTrial, isTrial]);
    expect(log.split('not sent').length - 1).toBe(isTrial ? 0 : 1);
  });

  test('a mail stays in the queue if its file cannot be written', async () => {
    const delivery = createDelivery(database, undefined, '/dev/null/data');
    await enqueueMail(database.orm, verification('claire@cabinet.example'));
    await deliverDue(delivery);
    expect(await rows()).toMatchObject([
      { done_at: null, waits: true, last_error: expect.stringContaining('ENOTDIR') },
    ]);
  });

  test('the worker empties a long queue without pauses and stops on request', async () => {
    const server = await startMailServer();
    for (let at = 0; at < 12; at += 1) await enqueueMail(database.orm, verification('a@b.example'));
    const delivery = startDelivery({ ...createDelivery(database, server.url), database: () => database });
    await eventually(() => expect(server.received.length).toBe(12));
    await delivery.stop();
    await enqueueMail(database.orm, verification('a@b.example'));
    expect(server.received).toHaveLength(12);
    await server.close();
  });

  test('the worker survives a database outage', async () => {
    const server = await startMailServer();
    const deps = createDelivery(database, server.url);
    let isDown = true;
    const query = (text: string, values: unknown[]) => {
      if (!isDown) return database.pool.query(text, values);
      isDown = false;
      return Promise.reject(Object.assign(new Error('gone'), { code: 'ECONNREFUSED' }));
    };
    await enqueueMail(database.orm, verification('a@b.example'));
    const delivery = startDelivery({ ...deps, database: () => ({ pool: { query } as never }) });
    await eventually(() => expect(server.received.length).toBeGreaterThan(0));
    await delivery.stop();
    await server.close();
  });
});

function dieAfterSending(database: TestDatabase) {
  return (text: string, values: unknown[]) => {
    if (text.includes('done_at = now()')) return Promise.reject(new Error('the process died'));
    return database.pool.query(text, values);
  };
}
