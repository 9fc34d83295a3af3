import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asOperator } from '#api/db/transaction-context.ts';
import { openFiles } from '#api/files/files.ts';
import { createLog } from '#api/lib/log.ts';
import { createMailReader } from '#api/mail/inbound/mail-reader.ts';
import { ticketEnglish } from '#api/mail/templates/ticket-english.ts';
import { messagesOf as mailedMessages } from '#api/services/notifications/describe-news.ts';
import type { Notice } from '#api/services/notifications/notice.ts';
import { mail, multipart, text } from '#tests/fixtures/mails/build-mail.ts';
import { assertDefined, siteUrl } from '#tests/support/api.ts';
import { setUpDesk } from '#tests/support/desk.ts';
import { describeApi } from '#tests/support/fixtures.ts';
import { acceptMail } from './accept-mail.ts';
import { readReceived } from './read-received.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'held-mails-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
const domain = 'support.example';
const mailIn = { mailInKey: 'a key of at least thirty-two characters', mailInDomain: domain };
const settings = { readLimit: 0, ticketLimit: 0, dataDir, ...mailIn, mailInAddresses: ['support'] };

describeApi({ settings }, ({ database, api, customer }) => {
  const { desk, portal, eventsOf } = setUpDesk(database, api);
  const visitor = portal(customer);
  let staff: Awaited<ReturnType<typeof desk>>;
  const reader = createMailReader({ cpuMs: 1_000 });
  const deps = {
    database,
    reader,
    log: createLog('silent'),
    files: openFiles({ dataDir, s3Url: undefined, clamd: undefined }),
    policy: {
      siteHost: 'portal.example',
      ownAddresses: ['noreply@portal.example'],
      authservId: 'mx.portal.example',
      domain,
      addresses: ['support'],
    },
  };
  beforeAll(async () => {
    staff = await desk({ permissions: ['support'] });
  });
  afterAll(() => reader.close());

  const run = (statement: string) => asOperator(database, async (tx) => (await tx.execute(sql.raw(statement))).rows);
  let serial = 0;
  const pdf = '%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n';
  const [headers, content] = multipart('mixed', [
    text('It is back.'),
    { type: 'application/pdf', name: 'photo.pdf', content: pdf },
  ]);
  const proof = { 'Authentication-Results': `mx.portal.example; dkim=pass header.d=${customer.email.split('@')[1]}` };
  /** A mail without a reply address, held for staff. `isVerified`: the mail server has verified its sender. */
  const hold = async (isVerified: boolean) => {
    const id = `<${(serial += 1)}-${Date.now()}@x.example>`;
    const raw = mail({ From: customer.email, 'Message-ID': id, ...headers, ...(isVerified && proof) }, content);
    const envelope = { sender: 'a@x.example', recipients: [`support@${domain}`] };
    const bytes = (async function* bytes() {
      yield raw;
    })();
    await acceptMail(deps, { envelope, content: bytes });
    const [row] = await run(`SELECT id FROM inbound_mails WHERE state = 'received'`);
    const mailId = String(row?.['id']);
    expect(await readReceived(deps, mailId)).toEqual({ state: 'held', reason: 'no_token' });
    return mailId;
  };
  const open = async () =>
    (await visitor.post('/api/portal/tickets', { subject: 'Printer', description: 'It smokes.' })).body.id as string;
  const ticketOf = async (id: string) => (await visitor.get(`/api/portal/tickets/detail?id=${id}`)).body;
  const itemsOf = async (id: string) => (await visitor.get(`/api/portal/tickets/thread?id=${id}`)).body.items;
  const messagesOf = async (id: string) =>
    (await itemsOf(id)).filter(
      ({ kind, author }: { kind: string; author: { kind: string } }) =>
        kind === 'message' && author.kind === 'customer',
    );
  const publish = async (id: string, ticketId: string) => {
    const published = await staff.post('/api/desk/mails/publish', { id, ticketId, body: 'It is back.' });
    expect(published.status, JSON.stringify(published.body)).toBe(200);
    return published.body;
  };
  const proven = { kind: 'customer', name: customer.email, isYou: true };
  const unverified = { kind: 'customer', name: customer.email, isYou: false, isUnverified: true };

  test('mails about a ticket say that a sender is not verified', async () => {
    const id = await open();
    await publish(await hold(false), id);
    const read = 'SELECT read_ticket_notice($1, 0, 99) AS notice';
    const { rows } = await database.pool.query<{ notice: Notice }>(read, [id]);
    const { notice } = assertDefined(rows[0]);
    const item = assertDefined(notice.items.find(({ kind }) => kind === 'message'));
    const style = { copy: ticketEnglish, isStaff: false, siteUrl };
    const [message] = mailedMessages(notice, [{ event: 'reply', item }], style);
    expect(message?.heading).toContain(`Mail from ${customer.email}, sender not verified`);
  });

  describe.each([
    ['a sender that is proven', true, proven],
    ['a sender that is not verified', false, unverified],
  ])('a held mail of %s', (_what, isVerified, author) => {
    const expectMessage = async (id: string, mailId: string) => {
      const [message, ...others] = await messagesOf(id);
      expect(others).toEqual([]);
      expect(message).toMatchObject({ body: 'It is back.', source: 'email', author });
      expect((await visitor.get(`/api/portal/tickets/files?id=${id}`)).body.files).toMatchObject([
        { fileName: 'photo.pdf', messageId: message.id },
      ]);
      expect(await run(`SELECT state, ticket_id, message_id FROM inbound_mails WHERE id = '${mailId}'`)).toEqual([
        { state: 'published', ticket_id: id, message_id: message.id },
      ]);
      return message;
    };

    test('resumes a waiting ticket and its clock', async () => {
      const id = await open();
      await staff.post('/api/desk/tickets/change', { id, version: 1, status: 'waiting_customer' });
      expect(await ticketOf(id)).toMatchObject({ status: 'waiting_customer', sla: { state: 'paused' } });
      const mailId = await hold(isVerified);
      const { messageId, ticketNumber } = await publish(mailId, id);
      expect(await ticketOf(id)).toMatchObject({ status: 'open', sla: { state: 'running' }, ticketNumber });
      expect((await expectMessage(id, mailId)).id).toBe(messageId);
      expect((await itemsOf(id)).at(-1)).toMatchObject({
        event: 'status_changed',
        author: isVerified ? author : { kind: 'customer' },
      });
      const details = { mail: mailId, from: 'waiting_customer', to: 'open' };
      expect(await eventsOf('mail.published', `ticket:${id}`)).toMatchObject([{ actor: 'staff', details }]);
    });

    test('changes no status of a resolved ticket, which staff find unread', async () => {
      const id = await open();
      await staff.post('/api/desk/tickets/reply', { id, version: 1, body: 'Done.', next: 'resolve' });
      const mailId = await hold(isVerified);
      await publish(mailId, id);
      expect(await ticketOf(id)).toMatchObject({ status: 'resolved' });
      await expectMessage(id, mailId);
      expect(await run(`SELECT unread_since IS NOT NULL AS unread FROM tickets WHERE id = '${id}'`)).toEqual([
        { unread: true },
      ]);
    });

    test('reopens a closed ticket', async () => {
      const id = await open();
      await staff.post('/api/desk/tickets/change', { id, version: 1, status: 'closed' });
      const mailId = await hold(isVerified);
      await publish(mailId, id);
      expect(await ticketOf(id)).toMatchObject({ status: 'open', sla: { state: 'running' } });
      await expectMessage(id, mailId);
      expect(await run(`SELECT reopened_count FROM tickets WHERE id = '${id}'`)).toEqual([{ reopened_count: 1 }]);
    });

    test('becomes a ticket that follows one which was closed long ago, with its people', async () => {
      const id = await open();
      await staff.post('/api/desk/tickets/change', { id, version: 1, status: 'closed' });
      await run(`UPDATE tickets SET closed_at = now() - interval '15 days' WHERE id = '${id}'`);
      const watcher = (
        await run(`INSERT INTO users (email, name) VALUES ('w${isVerified}@x.example', 'W') RETURNING id`)
      )[0];
      await run(
        `INSERT INTO ticket_watchers (ticket_id, customer_id, user_id) VALUES ('${id}', '${customer.id}', '${String(watcher?.['id'])}')`,
      );
      const mailId = await hold(isVerified);
      const published = await publish(mailId, id);
      expect(published.isFollowUp).toBe(true);
      expect(await ticketOf(id)).toMatchObject({ status: 'closed' });
      const [followUp] = (await ticketOf(id)).followedBy;
      expect((await itemsOf(id)).at(-1)).toMatchObject({ event: 'followed', details: { ticketId: followUp.id } });
      expect(followUp.ticketNumber).toBe(published.ticketNumber);
      const opened = await ticketOf(followUp.id);
      expect(opened).toMatchObject({ subject: 'Printer', status: 'open', sla: { state: 'running' } });
      expect(await run(`SELECT author_id, requester_id FROM tickets WHERE id = '${followUp.id}'`)).toEqual([
        { author_id: isVerified ? customer.userId : null, requester_id: customer.userId },
      ]);
      expect(await run(`SELECT user_id FROM ticket_watchers WHERE ticket_id = '${followUp.id}'`)).toEqual([
        { user_id: watcher?.['id'] },
      ]);
      expect(await run(`SELECT FROM jobs WHERE kind = 'ticket-notice' AND ticket_id = '${followUp.id}'`)).toHaveLength(
        1,
      );
      expect(await eventsOf('ticket.created', `ticket:${followUp.id}`)).toMatchObject([{ actor: 'staff' }]);
      expect(await eventsOf('mail.published', `ticket:${id}`)).toMatchObject([{ actor: 'staff' }]);
      const messages = await messagesOf(followUp.id);
      const number = (await ticketOf(id)).ticketNumber;
      // As with a reply of the customer, the text is the description. An unverified sender is not the author of a ticket.
      expect([opened.description, messages]).toMatchObject(
        isVerified ? ['It is back.', []] : [`The problem of ${number} is back.`, [{ body: 'It is back.', author }]],
      );
      const messageId = messages[0]?.id ?? null;
      expect((await visitor.get(`/api/portal/tickets/files?id=${followUp.id}`)).body.files).toMatchObject([
        { fileName: 'photo.pdf', messageId },
      ]);
      expect(await run(`SELECT state, ticket_id, message_id FROM inbound_mails WHERE id = '${mailId}'`)).toEqual([
        { state: 'published', ticket_id: followUp.id, message_id: messageId },
      ]);
    });

    test('is posted to the ticket that a duplicate was merged into', async () => {
      const [duplicate, survivor] = [await open(), await open()];
      const merge = { id: duplicate, version: 1, intoId: survivor, addPeople: false };
      expect((await staff.post('/api/desk/tickets/merge', merge)).status).toBe(200);
      const mailId = await hold(isVerified);
      const { ticketNumber } = await publish(mailId, duplicate);
      expect(await ticketOf(survivor)).toMatchObject({ ticketNumber });
      expect(await messagesOf(duplicate)).toEqual([]);
      expect(await ticketOf(duplicate)).toMatchObject({ status: 'closed' });
      await expectMessage(survivor, mailId);
    });
  });
});
