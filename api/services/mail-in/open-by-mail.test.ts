import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { asOperator } from '#api/db/transaction-context.ts';
import { openFiles } from '#api/files/files.ts';
import { createLog } from '#api/lib/log.ts';
import { createMailReader } from '#api/mail/inbound/mail-reader.ts';
import { authservId, mail, multipart, ownAddress, siteHost, text } from '#tests/fixtures/mails/build-mail.ts';
import { makeCustomer, makeUser } from '#tests/support/api.ts';
import { setUpDesk } from '#tests/support/desk.ts';
import { pdf } from '#tests/support/files.ts';
import { describeApi } from '#tests/support/fixtures.ts';
import { startNotifications } from '#tests/support/notifications.ts';
import { acceptMail } from './accept-mail.ts';
import { maxTicketsPerHour } from './open-by-mail.ts';
import { readReceived } from './read-received.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'open-by-mail-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
const domain = 'support.example';
const settings = { readLimit: 0, ticketLimit: 0, dataDir, mailInDomain: domain, mailInAddresses: ['support'] };

describeApi({ settings }, ({ database, api, customer }) => {
  const { portal } = setUpDesk(database, api);
  const reader = createMailReader();
  afterAll(() => reader.close());
  const deps = {
    database,
    reader,
    log: createLog('silent'),
    files: openFiles({ dataDir, s3Url: undefined, clamd: undefined }),
    policy: { siteHost, ownAddresses: [ownAddress], authservId, domain, addresses: ['support'], opensTickets: true },
  };
  const rowsOf = async (statement: string) => (await asOperator(database, (tx) => tx.execute(sql.raw(statement)))).rows;
  let serial = 0;
  const receive = async (from: string, headers: object = {}, body?: string, given = deps, sender = from) => {
    const id = `<${(serial += 1)}-${Date.now()}@client.example>`;
    const proof = { 'Authentication-Results': `${authservId}; dkim=pass header.d=${from.split('@')[1]}` };
    const raw = mail({ From: from, 'Message-ID': id, Subject: 'VPN down', ...proof, ...headers }, body);
    const content = (async function* bytes() {
      yield raw;
    })();
    await acceptMail(given, { envelope: { sender, recipients: [`support@${domain}`] }, content });
    const [row] = await rowsOf(`SELECT id FROM inbound_mails WHERE state = 'received'`);
    return readReceived(given, String(row?.['id']));
  };
  const held = (reason: string) => ({ state: 'held', reason });
  const ticketsOf = async ({ cookie }: { cookie: string }) =>
    (await portal({ cookie }).get('/api/portal/tickets')).body.items as { id: string; subject: string }[];

  test('a new mail of a member opens a ticket of theirs, with its files', async () => {
    const [headers, body] = multipart('mixed', [
      text('Nothing works.\n\n> forwarded\n> lines'),
      { type: 'application/pdf', name: 'report.pdf', content: pdf },
    ]);
    expect(await receive(customer.email, headers, body)).toEqual({ state: 'published' });
    const [ticket] = await ticketsOf(customer);
    const { body: card } = await portal(customer).get(`/api/portal/tickets/detail?id=${ticket?.id}`);
    expect(card).toMatchObject({
      subject: 'VPN down',
      description: 'Nothing works.\n\n> forwarded\n> lines',
      priority: 'medium',
      origin: 'email',
      author: { isYou: true },
      requester: { isYou: true },
      sla: { state: 'running' },
    });
    expect((await portal(customer).get(`/api/portal/tickets/files?id=${ticket?.id}`)).body.files).toMatchObject([
      { fileName: 'report.pdf', isSent: true, messageId: null },
    ]);
    expect(await rowsOf(`SELECT state, ticket_id FROM inbound_mails`)).toEqual([
      { state: 'published', ticket_id: ticket?.id },
    ]);
    expect(await rowsOf(`SELECT actor FROM audit_events WHERE entity = 'ticket:${ticket?.id}'`)).toEqual([
      { actor: 'user' },
    ]);
  });

  test('all other mails are held, and open nothing', async () => {
    const { email, cookie, userId } = await makeCustomer(database, 'Holding');
    const count = async () => (await ticketsOf({ cookie })).length;
    const billing = await makeUser(database, { customerId: customer.id, roles: ['billing'] });
    const unproven = { 'Authentication-Results': `${authservId}; dkim=fail header.d=user.example` };
    const disguised = `"a); dkim=pass header.d=${email.split('@')[1]} (b"@attacker.example`;
    const repeated = `spf=pass (domain of ${disguised}) smtp.mailfrom=${disguised}`;
    const forged = { 'Authentication-Results': `${authservId}; dkim=pass header.d=attacker.example; ${repeated}` };
    const cases: [() => Promise<unknown>, string][] = [
      [() => receive(email, forged, undefined, deps, disguised), 'not_authenticated'],
      [() => receive(email, {}, undefined, { ...deps, policy: { ...deps.policy, opensTickets: false } }), 'no_token'],
      [() => receive('stranger@x.example'), 'no_token'],
      [() => receive(billing.email), 'no_token'],
      [() => receive(email, unproven), 'not_authenticated'],
      [() => receive(email, { 'Auto-Submitted': 'auto-replied' }), 'auto_reply'],
      [() => receive(email, { Precedence: 'bulk' }), 'mailing_list'],
      [() => receive(email, { 'X-Auto-Response-Suppress': 'All' }), 'auto_reply'],
      [() => receive(email, { 'Message-ID': `<1@${siteHost}>` }), 'loop'],
      [() => receive(email, { 'In-Reply-To': `<ticket-1@${siteHost}>` }), 'misdirected_reply'],
      [() => receive(email, {}, ' '), 'empty'],
    ];
    for (const [attempt, reason] of cases) expect(await attempt()).toEqual(held(reason));
    const second = await makeCustomer(database, 'Second');
    await rowsOf(
      `INSERT INTO memberships (user_id, customer_id, roles) VALUES ('${userId}', '${second.id}', '{technical}')`,
    );
    expect(await receive(email)).toEqual(held('several_customers'));
    await rowsOf(`DELETE FROM memberships WHERE customer_id = '${second.id}' AND user_id = '${userId}'`);
    await rowsOf(`UPDATE users SET email_verified = false WHERE id = '${userId}'`);
    expect(await receive(email)).toEqual(held('no_token'));
    expect(await count()).toBe(0);
  });

  test('a subject in Arabic is kept, without marks that change its order', async () => {
    const { email, cookie } = await makeCustomer(database, 'Writing Arabic');
    const subject = Buffer.from('\u200fالطابعة \u202efdp.exe\u2069 لا تعمل').toString('base64');
    expect(await receive(email, { Subject: `=?utf-8?B?${subject}?=` })).toEqual({ state: 'published' });
    expect(await ticketsOf({ cookie })).toMatchObject([{ subject: 'الطابعة fdp.exe لا تعمل' }]);
  });

  test('a program that answers every mail and does not say so stops after a few tickets', async () => {
    const notifications = await startNotifications(database);
    const { email, cookie } = await makeCustomer(database, 'Answering');
    const outcomes: unknown[] = [];
    let isAnswered = true;
    for (let round = 0; round < 20 && isAnswered; round += 1) {
      outcomes.push(await receive(email, { Subject: `Thank you ${round}` }));
      const mails = await notifications.after(91);
      isAnswered = mails(email).length > 0;
    }
    await notifications.close();
    expect(outcomes).toEqual([
      ...Array.from({ length: maxTicketsPerHour }, () => ({ state: 'published' })),
      held('too_many_tickets'),
    ]);
    expect(await ticketsOf({ cookie })).toHaveLength(maxTicketsPerHour);
  });
});
