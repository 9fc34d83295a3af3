import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { asOperator } from '#api/db/transaction-context.ts';
import { makeCustomer, makeUser, siteUrl } from '#tests/support/api.ts';
import { describeApi } from '#tests/support/fixtures.ts';
import { createInstance, supportTo } from '#tests/support/notifications.ts';
import { due, setUpTicketMails } from '#tests/support/ticket-mails.ts';

describeApi({ settings: { readLimit: 0, ticketLimit: 0 } }, async ({ database, api }) => {
  const { boss, notifications, portal, reply, setUp, staff, versionOf } = await setUpTicketMails(database, api);

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
});
