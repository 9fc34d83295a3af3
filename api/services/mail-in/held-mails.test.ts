import { describe, expect, test } from 'vitest';
import { ticketEnglish } from '#api/mail/templates/ticket-english.ts';
import { messagesOf as mailedMessages } from '#api/services/notifications/describe-news.ts';
import type { Notice } from '#api/services/notifications/notice.ts';
import { assertDefined, siteUrl } from '#tests/support/api.ts';
import { describeApi } from '#tests/support/fixtures.ts';
import { settings, setUpHeldMails } from '#tests/support/held-mails.ts';

describeApi({ settings }, async ({ database, api, customer }) => {
  const { eventsOf, hold, itemsOf, messagesOf, open, proven, publish, run, staff, ticketOf, unverified, visitor } =
    await setUpHeldMails(database, api, customer);

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

    const expectMessageLast = async (id: string) => {
      const last = (await messagesOf(id)).at(-1);
      expect(last).toMatchObject({ body: 'It is back.', source: 'email', author });
      expect(last).not.toHaveProperty('isWithdrawn');
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

    test('opens a ticket with its files, once', async () => {
      const mailId = await hold(isVerified);
      const ticket = { customerId: customer.id, subject: 'By mail', description: 'It is back.', priority: 'high' };
      const openFrom = (key: string) =>
        staff.post(
          '/api/desk/tickets',
          { ...ticket, requestedFor: null, isNotified: true, mailId },
          { 'Idempotency-Key': key },
        );
      const attempts = await Promise.all([openFrom('one'), openFrom('two')]);
      const opened = attempts.find(({ status }) => status === 201);
      const { id, ticketNumber } = opened?.body.ticket ?? {};
      expect(attempts.find((one) => one !== opened)).toMatchObject({
        status: 409,
        body: { error: { code: 'changed_meanwhile' }, current: { ticket: { id, ticketNumber } } },
      });
      const again = await openFrom(attempts[0] === opened ? 'one' : 'two');
      expect([again.status, again.body.ticket.id]).toEqual([201, id]);
      expect(await ticketOf(id)).toMatchObject({
        subject: 'By mail',
        description: 'It is back.',
        origin: 'email',
        unverifiedSender: isVerified ? null : customer.email,
        author: { userId: isVerified ? customer.userId : staff.userId },
        requester: isVerified ? { userId: customer.userId } : null,
        sla: { state: 'running' },
      });
      expect((await visitor.get(`/api/portal/tickets/files?id=${id}`)).body.files).toMatchObject([
        { fileName: 'photo.pdf', messageId: null },
      ]);
      expect(await run(`SELECT state, ticket_id, message_id FROM inbound_mails WHERE id = '${mailId}'`)).toEqual([
        { state: 'published', ticket_id: id, message_id: null },
      ]);
      expect(await eventsOf('ticket.opened', `ticket:${id}`)).toMatchObject([{ actor: 'staff' }]);
      expect(await eventsOf('mail.published', `ticket:${id}`)).toMatchObject([{ details: { mail: mailId } }]);
      expect(await run(`SELECT count(*)::integer AS count FROM upload_reservations`)).toEqual([{ count: 0 }]);
    });

    test('is withdrawn from the ticket, and held again', async () => {
      const id = await open();
      const mailId = await hold(isVerified);
      const { messageId } = await publish(mailId, id);
      const [file] = (await visitor.get(`/api/portal/tickets/files?id=${id}`)).body.files;
      const withdraw = (of: string | null) => staff.post('/api/desk/mails/withdraw', { ticketId: id, messageId: of });
      expect((await withdraw(null)).status).toBe(409);
      const both = await Promise.all([withdraw(messageId), withdraw(messageId)]);
      expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 409]));

      for (const items of [
        await itemsOf(id),
        (await staff.get(`/api/desk/tickets/thread?id=${id}`)).body.items as object[],
      ]) {
        expect(items).toMatchObject([
          { id: messageId, kind: 'message', body: '—', isWithdrawn: true },
          { event: 'message_withdrawn', details: { messageId }, author: { kind: 'staff' } },
        ]);
        expect(JSON.stringify(items)).not.toContain('It is back.');
      }
      for (const who of [visitor, staff]) {
        const side = who === staff ? 'desk' : 'portal';
        expect((await who.get(`/api/${side}/tickets/file?id=${file.id}`)).status).toBe(404);
        expect((await who.get(`/api/${side}/tickets/files?id=${id}`)).body.files).toEqual([]);
      }
      const { rows } = await database.pool.query<{ notice: Notice }>('SELECT read_ticket_notice($1, 0, 99) AS notice', [
        id,
      ]);
      expect(assertDefined(rows[0]).notice.items.map(({ kind }) => kind)).toEqual(['message_withdrawn']);
      expect(await eventsOf('mail.withdrawn', `ticket:${id}`)).toMatchObject([
        { actor: 'staff', userId: staff.userId, details: { mail: mailId } },
      ]);
      const read = (await staff.get(`/api/desk/mails/detail?id=${mailId}`)).body;
      expect(read).toMatchObject({ state: 'held', reason: 'withdrawn', ticket: null, visibleText: 'It is back.' });
      // It can be published again, here or elsewhere.
      await publish(mailId, id);
      await expectMessageLast(id);
    });

    test('is withdrawn from the description of the ticket that it opened', async () => {
      const mailId = await hold(isVerified);
      const ticket = { customerId: customer.id, subject: 'By mail', description: 'It is back.', priority: 'high' };
      const opening = { ...ticket, requestedFor: null, isNotified: true, mailId };
      const { id } = (await staff.post('/api/desk/tickets', opening)).body.ticket;
      const withdraw = { ticketId: id, messageId: null };
      expect((await staff.post('/api/desk/mails/withdraw', withdraw)).status).toBe(200);
      expect(await ticketOf(id)).toMatchObject({ description: '—', unverifiedSender: null });
      expect((await visitor.get(`/api/portal/tickets/files?id=${id}`)).body.files).toEqual([]);
      expect(await itemsOf(id)).toMatchObject([{ event: 'message_withdrawn', details: { messageId: id } }]);
      expect((await staff.post('/api/desk/mails/withdraw', withdraw)).status).toBe(409);
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
