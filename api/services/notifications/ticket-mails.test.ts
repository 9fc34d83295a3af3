// oxlint-disable max-lines -- one conversation is set up for every kind of mail
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asOperator } from '#api/db/transaction-context.ts';
import { sql } from 'drizzle-orm';
import { makeCustomer, makeUser, siteUrl } from '#tests/support/api.ts';
import { setUpDesk } from '#tests/support/desk.ts';
import { describeApi } from '#tests/support/fixtures.ts';
import { createInstance, startNotifications, supportTo } from '#tests/support/notifications.ts';
import { runTicketJobs } from '#tests/support/ticket-jobs.ts';

const due = 91;

describeApi({ settings: { readLimit: 0, ticketLimit: 0 } }, ({ database, api }) => {
  const { desk, portal, makeTicket } = setUpDesk(database, api);
  let notifications: Awaited<ReturnType<typeof startNotifications>>;
  let staff: Awaited<ReturnType<typeof desk>>;
  let boss: Awaited<ReturnType<typeof desk>>;

  beforeAll(async () => {
    notifications = await startNotifications(database);
    staff = await desk({ permissions: ['support'] });
    boss = await desk({ permissions: ['support'] });
  });
  afterAll(() => notifications.close());

  /** A customer with a ticket of which everybody has been told. */
  const setUp = async (more: object = {}) => {
    const owner = await makeCustomer(database, 'Cabinet Masséna');
    const visitor = portal(owner);
    const ticket = await visitor.post('/api/portal/tickets', {
      subject: 'Printer on fire',
      description: 'It smokes <b>badly</b>.',
      ...more,
    });
    expect(ticket.status).toBe(201);
    const mails = await notifications.after(due);
    return { owner, visitor, id: ticket.body.id as string, number: ticket.body.ticketNumber as string, mails };
  };
  const versionOf = async (id: string) => (await staff.get(`/api/desk/tickets/detail?id=${id}`)).body.version as number;
  const reply = async (id: string, body: string, next = 'reply', who = staff) => {
    const answer = await who.post('/api/desk/tickets/reply', { id, version: await versionOf(id), body, next });
    expect(answer.status).toBe(201);
  };

  test('a new ticket: its author gets a receipt with the text, the support mailbox a notice', async () => {
    const { owner, id, number, mails } = await setUp();
    const [receipt, ...others] = mails(owner.email);
    expect(others).toEqual([]);
    expect(receipt?.readable).toContain('We have received your ticket');
    expect(receipt?.readable).toContain('> It smokes <b>badly</b>.');
    expect(receipt?.readable).toContain('It smokes &lt;b&gt;badly&lt;/b&gt;.');
    expect(receipt?.readable).toContain(`${siteUrl}/customer-portal/support/${id}?customer=${owner.id}`);
    expect(receipt?.readable).toMatch(/We will answer by \w+,? \d+ \w+ \d{4}/);
    expect(receipt?.raw).toMatch(/^Auto-Submitted: auto-generated\r$/m);
    expect(receipt?.raw).toMatch(/^X-Auto-Response-Suppress: All\r$/m);
    expect(receipt?.raw).toMatch(/^X-Loop: portal\.test\r$/m);
    expect(receipt?.raw).toContain(`References: <ticket-${id}@portal.test>`);
    expect(receipt?.raw).toContain(`In-Reply-To: <ticket-${id}@portal.test>`);
    expect(receipt?.raw).not.toMatch(/^Reply-To:/im);
    const forStaff = mails(supportTo).filter(({ readable }) => readable.includes(number));
    expect(forStaff).toHaveLength(1);
    expect(forStaff[0]?.readable).toContain('Nouveau ticket');
    expect(forStaff[0]?.readable).toContain(`${siteUrl}/desk/tickets/${id}`);
  });

  test('where mails are received, customers reply to an address of their own; staff do not', async () => {
    const receiving = createInstance(database, notifications.url, { replyDomain: 'in.example' });
    const owner = await makeCustomer(database, 'Replying');
    await portal(owner).post('/api/portal/tickets', { subject: 'S', description: 'D', priority: 'urgent' });
    await receiving.work();
    const mails = await notifications.after(0);
    expect(mails(owner.email).map(({ raw }) => /^Reply-To: (.*)\r$/m.exec(raw)?.[1])).toEqual([
      expect.stringMatching(/^reply\+[a-z2-7]{26}@in\.example$/),
    ]);
    expect(mails(owner.email)[0]?.readable).toContain('You can reply to this mail');
    expect(mails(supportTo).some(({ raw }) => /^Reply-To:/m.test(raw))).toBe(false);
    const { rows } = await asOperator(database, (tx) =>
      tx.execute(sql`SELECT FROM reply_tokens WHERE user_id = ${owner.userId}`),
    );
    expect(rows).toHaveLength(1);
  });

  test('what follows within 90 seconds goes with it: one mail, and not before', async () => {
    const { owner, id } = await setUp();
    await reply(id, 'Have you tried water?');
    await reply(id, 'Or sand?', 'ask');
    expect((await notifications.after(0))(owner.email)).toEqual([]);
    const [mail, ...others] = (await notifications.after(due))(owner.email);
    expect(others).toEqual([]);
    for (const text of ['Have you tried water?', 'Or sand?', 'Waiting for you', `Staff ${staff.email}`])
      expect(mail?.readable).toContain(text);
    expect(mail?.readable).not.toContain('It smokes');
    expect((await notifications.after(2 * due))(owner.email)).toEqual([]);
    await reply(id, 'Hello?');
    expect((await notifications.after(due))(owner.email).map(({ readable }) => readable.includes('Or sand?'))).toEqual([
      false,
    ]);
  });

  test('an urgent ticket does not wait', async () => {
    const owner = await makeCustomer(database, 'Urgent');
    const { body } = await portal(owner).post('/api/portal/tickets', {
      subject: 'S',
      description: 'Everything burns',
      priority: 'urgent',
    });
    expect((await notifications.after(0))(owner.email)).toHaveLength(1);
    await reply(body.id, 'We come.');
    expect((await notifications.after(0))(owner.email)).toHaveLength(1);
  });

  test('the customer’s reply goes to the assignee, then not to the support mailbox, and never to its author', async () => {
    const { owner, visitor, id } = await setUp();
    await reply(id, 'Yes?');
    await notifications.after(due);
    await visitor.post('/api/portal/tickets/reply', { id, body: 'It burns again.' });
    const mails = await notifications.after(due);
    expect(mails(owner.email)).toEqual([]);
    expect(mails(supportTo)).toEqual([]);
    expect(mails(staff.email).map(({ readable }) => readable.includes('> It burns again.'))).toEqual([true]);
  });

  test('an assignment goes to the new assignee, unless they took the ticket themselves', async () => {
    const { id } = await setUp();
    const assign = async (userId: string) =>
      staff.post('/api/desk/tickets/change', { id, version: await versionOf(id), assigneeId: userId });
    expect((await assign(boss.userId)).status).toBe(200);
    const mails = await notifications.after(due);
    expect(mails(boss.email).map(({ readable }) => readable.includes('Un ticket vous est attribué'))).toEqual([true]);
    expect(mails(boss.email)[0]?.readable).toContain('It smokes');
    // Where to choose other mails; the mailbox that everybody reads has no such page.
    const link = `${siteUrl}/desk/preferences`;
    expect(mails(boss.email)[0]?.readable).toContain(link);
    expect(mails(supportTo).filter(({ readable }) => readable.includes(link))).toEqual([]);
    expect((await assign(staff.userId)).status).toBe(200);
    expect((await notifications.after(due))(staff.email)).toEqual([]);
  });

  test('watchers learn that they were added, and what follows; those who lost their access learn nothing', async () => {
    const { owner, visitor, id } = await setUp();
    const colleague = await makeUser(database, { customerId: owner.id, roles: ['requester'] });
    const leaver = await makeUser(database, { customerId: owner.id, roles: ['requester'] });
    const demoted = await makeUser(database, { customerId: owner.id, roles: ['technical'] });
    for (const { email } of [colleague, leaver, demoted])
      expect((await visitor.post('/api/portal/tickets/add-watcher', { id, email })).status).toBe(200);
    const added = await notifications.after(due);
    expect(added(colleague.email).map(({ readable }) => readable.includes('You follow a ticket'))).toEqual([true]);
    expect(added(owner.email)).toEqual([]);

    await reply(id, 'For all of you.');
    const now = new Date(Date.now() + due * 1000);
    await notifications.work(now);
    // Between the notice and the delivery: the rights at the time of sending count.
    await asOperator(database, async (tx) => {
      await tx.execute(sql`DELETE FROM memberships WHERE user_id = ${leaver.userId}`);
      await tx.execute(sql`UPDATE memberships SET roles = '{billing}' WHERE user_id = ${demoted.userId}`);
    });
    const mails = await notifications.after(due);
    expect(mails(colleague.email)).toHaveLength(1);
    expect(mails(leaver.email)).toEqual([]);
    expect(mails(demoted.email)).toEqual([]);
    const { rows } = await database.pool.query('SELECT FROM jobs WHERE user_id = $1 AND done_at IS NULL', [
      leaver.userId,
    ]);
    expect(rows).toEqual([]);
    await reply(id, 'Again.');
    expect((await notifications.after(due))(leaver.email)).toEqual([]);
  });

  test('an internal note is never mailed, nor does it cause a mail', async () => {
    const { owner, id, number } = await setUp();
    await staff.post('/api/desk/tickets/add-note', { id, body: 'zqxsecret: he never pays' });
    const alone = await notifications.after(due);
    expect([...alone(owner.email), ...alone(supportTo)]).toEqual([]);
    await staff.post('/api/desk/tickets/add-note', { id, body: 'zqxsecret again' });
    await reply(id, 'We are on it.');
    const mails = await notifications.after(due);
    expect(mails(owner.email)).toHaveLength(1);
    for (const { raw, readable } of [...mails(owner.email), ...mails(supportTo)])
      expect([raw.includes('zqxsecret'), readable.includes('zqxsecret'), readable.includes(number)]).toEqual([
        false,
        false,
        true,
      ]);
  });

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
    expect(html).toMatch(/<pre class="code" style="[^"]*monospace[^"]*">line 1 &lt;script&gt;/);
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
