import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { asOperator } from '#api/db/transaction-context.ts';
import { makeCustomer, makeUser, siteUrl } from '#tests/support/api.ts';
import { describeApi } from '#tests/support/fixtures.ts';
import { runTicketJobs } from '#tests/support/ticket-jobs.ts';
import { due, setUpTicketMails } from '#tests/support/ticket-mails.ts';

describeApi({ settings: { readLimit: 0, ticketLimit: 0 } }, async ({ database, api }) => {
  const { makeTicket, notifications, reply, setUp, staff, versionOf } = await setUpTicketMails(database, api);

  test('a resolved ticket asks whether it works, by two links to its page', async () => {
    const { owner, id } = await setUp();
    await reply(id, 'Fixed.', 'resolve');
    const [mail] = (await notifications.after(due))(owner.email);
    const link = `${siteUrl}/customer-portal/support/${id}?customer=${owner.id}`;
    for (const answer of ['works', 'broken']) expect(mail?.readable).toContain(`${link}&answer=${answer}`);
    expect(mail?.readable).toContain('It works, thank you');
  });

  test('“still broken” and “it works” go to staff as the customer’s change of the status', async () => {
    const { owner, visitor, id } = await setUp();
    await reply(id, 'Fixed.', 'resolve');
    await notifications.after(due);
    await visitor.post('/api/portal/tickets/answer', { id, works: false });
    const mails = await notifications.after(due);
    expect(mails(owner.email)).toEqual([]);
    expect(mails(staff.email).map(({ readable }) => readable.includes('Statut : Ouvert'))).toEqual([true]);
  });

  test('closing for silence is told if the ticket was resolved recently, not for those of long ago', async () => {
    const owner = await makeCustomer(database, 'Silent');
    const days = (count: number) => new Date(Date.now() - count * 24 * 60 * 60 * 1000).toISOString();
    const columns = { status: 'resolved', authorId: owner.userId, requesterId: owner.userId };
    const recent = await makeTicket(owner.id, { ...columns, resolvedAt: days(7.01), subject: 'Recent' });
    await makeTicket(owner.id, { ...columns, resolvedAt: days(400), subject: 'Ancient' });
    expect(await runTicketJobs(database)).toMatchObject({ closed: 2 });
    const mails = (await notifications.after(due))(owner.email);
    expect(mails.map(({ readable }) => /<title>\[#(\d+)\]/.exec(readable)?.[1])).toEqual([String(recent.shortNumber)]);
    expect(mails[0]?.readable).toContain('Status: Closed');
  });

  test('files are named with what they belong to, without infected ones and those of internal notes', async () => {
    const { owner, visitor, id } = await setUp();
    const { body } = await visitor.post('/api/portal/tickets/reply', { id, body: 'Two files.' });
    await reply(id, 'Seen.');
    // Names are cleaned when they are received; whatever is in the table must do no harm.
    await asOperator(database, (tx) =>
      tx.execute(sql`INSERT INTO attachments (ticket_id, customer_id, message_id, file_name, content_type, size, sha256, state, signature, attached_at)
        SELECT ${id}, ${owner.id}, message_id, file_name, 'text/plain', size, repeat('0', 64), state, signature, attached_at
        FROM (VALUES (${body.messageId}::uuid, '<img src=x>.png', 1234, 'clean', NULL, now()),
          (${body.messageId}::uuid, 'virus.pdf', 5, 'infected', 'Eicar', now()), (NULL, 'draft.pdf', 6, 'clean', NULL, NULL),
          (NULL, 'of-the-description.pdf', 2500000, 'unscanned', NULL, now()))
        AS file (message_id, file_name, size, state, signature, attached_at)`),
    );
    await asOperator(database, (tx) =>
      tx.execute(sql`WITH note AS (INSERT INTO ticket_notes (ticket_id, customer_id, position, body)
          VALUES (${id}, ${owner.id}, 1, 'Internal') RETURNING id)
        INSERT INTO attachments (ticket_id, customer_id, note_id, file_name, content_type, size, sha256, state, attached_at)
          SELECT ${id}, ${owner.id}, id, 'internal.pdf', 'application/pdf', 7, repeat('1', 64), 'clean', now() FROM note`),
    );
    const mails = await notifications.after(due);
    const [toStaff] = mails(staff.email);
    expect(toStaff?.readable).toMatch(/Fichier joint, sur la page du ticket :\s+- <img src=x>\.png \(1,23\sko\)/);
    expect(toStaff?.readable).toMatch(/&lt;img src=x&gt;\.png \(1,23\sko\)/);
    expect(toStaff?.readable.split('text/html')[1]).not.toContain('<img src=x>');
    for (const mail of [...mails(staff.email), ...mails(owner.email)])
      expect(mail.readable).not.toMatch(/virus\.pdf|internal\.pdf|draft\.pdf|of-the-description/);
    const watcher = await makeUser(database, { customerId: owner.id, roles: ['technical'] });
    await visitor.post('/api/portal/tickets/add-watcher', { id, email: watcher.email });
    const [toWatcher] = (await notifications.after(due))(watcher.email);
    expect(toWatcher?.readable).toMatch(/- of-the-description\.pdf \(2\.5\sMB\)/);
  });

  test('a merge: the mail says so and leads to the ticket that continues, if its reader may see that', async () => {
    const { owner, visitor, id } = await setUp();
    const requester = await makeUser(database, { customerId: owner.id, roles: ['requester'] });
    await visitor.post('/api/portal/tickets/add-watcher', { id, email: requester.email });
    const { body: target } = await visitor.post('/api/portal/tickets', { subject: 'Paper jam', description: 'Again' });
    await notifications.after(due);
    const merge = { id, version: await versionOf(id), intoId: target.id, addPeople: false };
    expect((await staff.post('/api/desk/tickets/merge', merge)).status).toBe(200);
    const mails = await notifications.after(due);
    const [toOwner] = mails(owner.email);
    const link = `${siteUrl}/customer-portal/support/${target.id}?customer=${owner.id}`;
    for (const text of ['Your ticket was merged with another one', `${target.ticketNumber}: Paper jam`, link])
      expect(toOwner?.readable).toContain(text);
    expect(toOwner?.readable).not.toContain('Status: Closed');
    const [toRequester] = mails(requester.email);
    expect(toRequester?.readable).toContain('We continue in another ticket of your company');
    expect(toRequester?.readable).not.toMatch(/Paper jam|support\/${target.id}/);
    expect(toRequester?.readable).not.toContain(target.id);
  });

  test('mails show the Markdown of the pages, and of a long log the beginning with a link to the rest', async () => {
    const { owner, id } = await setUp();
    const log = Array.from({ length: 60 }, (_, at) => `line ${at + 1} <script>`);
    await reply(
      id,
      ['> quoted', '', '- one', '- **two** [here](https://example.com/x)', '', '```', ...log, '```'].join('\n'),
    );
    const [mail] = (await notifications.after(due))(owner.email);
    const html = mail?.readable ?? '';
    expect(html).toMatch(/<blockquote [^>]*><p [^>]*>quoted<\/p><\/blockquote>/);
    expect(html).toMatch(/<ul [^>]*><li [^>]*><span [^>]*>one<\/span><\/li>/);
    expect(html).toContain('<a href="https://example.com/x"');
    expect(html).toMatch(/<pre dir="ltr" class="code" style="[^"]*monospace[^"]*">line 1 &lt;script&gt;/);
    expect(html).not.toContain('<script>line');
    expect(html).toContain('more lines: read it all on the ticket’s page');
    expect(html).not.toContain('line 40 ');
  });

  test('nothing is mailed about tickets that the operator inserts', async () => {
    const owner = await makeCustomer(database, 'Imported');
    await makeTicket(owner.id, { authorId: owner.userId, requesterId: owner.userId });
    expect((await notifications.after(due))(owner.email)).toEqual([]);
  });

  test('one transaction: a notice that fails enqueues no mail, and is tried again', async () => {
    const { owner, id } = await setUp();
    await reply(id, 'Once.');
    await database.pool.query(
      `UPDATE jobs SET data = '{"since": "x"}' WHERE kind = 'ticket-notice' AND ticket_id = $1`,
      [id],
    );
    expect((await notifications.after(due))(owner.email)).toEqual([]);
    const { rows } = await database.pool.query(
      `SELECT attempts, last_error, done_at FROM jobs WHERE kind = 'ticket-notice' AND ticket_id = $1 AND done_at IS NULL`,
      [id],
    );
    expect(rows).toMatchObject([{ attempts: 1, last_error: expect.stringContaining('ZodError'), done_at: null }]);
    await database.pool.query(
      `UPDATE jobs SET data = '{"since": 2}', next_attempt_at = now() WHERE kind = 'ticket-notice' AND ticket_id = $1 AND done_at IS NULL`,
      [id],
    );
    expect((await notifications.after(due))(owner.email)).toHaveLength(1);
  });
});
