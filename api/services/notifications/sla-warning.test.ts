import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asOperator } from '#api/db/transaction-context.ts';
import { withTransaction } from '#api/db/transaction.ts';
import { runTicketJobs } from '#tests/support/ticket-jobs.ts';
import { warnDueTickets } from '#api/services/tickets/recurring-jobs.ts';
import { makeCustomer } from '#tests/support/api.ts';
import { setUpDesk } from '#tests/support/desk.ts';
import { describeApi } from '#tests/support/fixtures.ts';
import { startNotifications, supportTo } from '#tests/support/notifications.ts';

describeApi({ settings: { readLimit: 0, ticketLimit: 0 } }, ({ database, api }) => {
  const { desk, portal } = setUpDesk(database, api);
  let notifications: Awaited<ReturnType<typeof startNotifications>>;
  let staff: Awaited<ReturnType<typeof desk>>;
  let visitor: ReturnType<typeof portal>;
  beforeAll(async () => {
    notifications = await startNotifications(database);
    staff = await desk({ permissions: ['support'] });
    visitor = portal(await makeCustomer(database, 'Warned'));
  });
  afterAll(() => notifications.close());

  const setDue = (id: string, dueAt: string, calendar = 'office') =>
    asOperator(database, (tx) =>
      tx.execute(sql`UPDATE tickets SET first_response_due_at = ${dueAt}, sla_calendar = ${calendar} WHERE id = ${id}`),
    );
  const open = async (dueAt: string, calendar?: string) => {
    const { body } = await visitor.post('/api/portal/tickets', { subject: 'S', description: 'D' });
    await setDue(body.id, dueAt, calendar);
    await notifications.after(100);
    return body.id as string;
  };
  const versionOf = async (id: string) => (await staff.get(`/api/desk/tickets/detail?id=${id}`)).body.version as number;
  const change = async (id: string, status: string) =>
    expect((await staff.post('/api/desk/tickets/change', { id, version: await versionOf(id), status })).status).toBe(
      200,
    );
  const warn = (at: string) => withTransaction(database.pool, (client) => warnDueTickets(client, new Date(at)));
  const mailsAt = async (at: string, email = supportTo) => {
    await notifications.work(new Date(at));
    const mails = (await notifications.after(0))(email);
    return mails.flatMap(({ readable }) => (readable.includes('Une réponse est attendue sous peu') ? [readable] : []));
  };

  // 14 June 2030 is a Friday; Paris is two hours before UTC.
  const mondayMorning = '2030-06-17T06:10:00Z';

  test('staff are warned once, when 30 office minutes are left', async () => {
    const id = await open(mondayMorning);
    expect(await warn('2030-06-14T15:39:00Z')).toBe(0);
    expect(await warn('2030-06-14T15:40:00Z')).toBe(1);
    expect(await warn('2030-06-14T15:41:00Z')).toBe(0);
    const mails = await mailsAt('2030-06-14T15:40:00Z');
    expect(mails).toHaveLength(1);
    expect(mails[0]).toContain(id);
    expect(mails[0]).toContain('lundi 17 juin 2030');
    expect(await mailsAt('2030-06-17T06:05:00Z')).toEqual([]);
  });

  test('nobody is warned at night, of what was answered, or of what is overdue', async () => {
    const [answered, late] = [await open(mondayMorning), await open('2030-06-14T15:30:00Z')];
    expect(await warn('2030-06-15T10:00:00Z')).toBe(0);
    expect(await warn('2030-06-14T15:45:00Z')).toBe(1);
    // The instance stopped before it sent the mail, and starts on Sunday: the mail waits for Monday.
    expect(await mailsAt('2030-06-16T10:00:00Z')).toEqual([]);
    const version = await versionOf(answered);
    await staff.post('/api/desk/tickets/reply', { id: answered, version, body: 'Here' });
    expect(await mailsAt('2030-06-17T06:00:00Z')).toEqual([]);
    await change(late, 'closed');
  });

  test('around the clock, where the contract says so', async () => {
    const id = await open('2030-06-16T02:30:00Z', 'continuous');
    expect(await warn('2030-06-16T01:59:00Z')).toBe(0);
    expect(await warn('2030-06-16T02:00:00Z')).toBe(1);
    expect((await mailsAt('2030-06-16T02:00:00Z')).map((text) => text.includes(id))).toEqual([true]);
  });

  test('the assignee is warned, unless they want no such mails; again only after the clock has started again', async () => {
    const id = await open(mondayMorning);
    const version = await versionOf(id);
    await staff.post('/api/desk/tickets/change', { id, version, assigneeId: staff.userId });
    await notifications.after(100);
    expect(await warn('2030-06-14T15:45:00Z')).toBe(1);
    expect(await mailsAt('2030-06-14T15:45:00Z', staff.email)).toHaveLength(1);
    await change(id, 'waiting_customer');
    expect((await visitor.post('/api/portal/tickets/reply', { id, body: 'More' })).status).toBe(201);
    await setDue(id, mondayMorning);
    expect(await warn('2030-06-14T15:50:00Z')).toBe(0);
    await change(id, 'resolved');
    await change(id, 'open');
    await setDue(id, mondayMorning);
    await staff.post('/api/desk/notifications', { event: 'overdue', delivery: 'none' });
    expect(await warn('2030-06-14T15:50:00Z')).toBe(1);
    expect(await mailsAt('2030-06-14T15:50:00Z', staff.email)).toEqual([]);
  });

  test('a resolution is warned of two hours before; once it is missed, the assignee and the leads are told once', async () => {
    const lead = await desk({ permissions: ['support', 'admin'] });
    const id = await open('2031-06-17T06:10:00Z');
    const setResolution = (dueAt: string) =>
      asOperator(database, (tx) => tx.execute(sql`UPDATE tickets SET resolution_due_at = ${dueAt} WHERE id = ${id}`));
    await staff.post('/api/desk/notifications', { event: 'overdue', delivery: 'mail' });
    await staff.post('/api/desk/tickets/reply', { id, version: await versionOf(id), body: 'Soon' });
    await notifications.after(100);
    await setResolution('2030-06-17T07:00:00Z');
    expect(await warn('2030-06-14T14:59:00Z')).toBe(0);
    expect(await warn('2030-06-14T15:00:00Z')).toBe(1);
    expect(await warn('2030-06-14T15:01:00Z')).toBe(0);
    const mailsWith = async (at: string, email: string, text: string) => {
      await notifications.work(new Date(at));
      return (await notifications.after(0))(email).filter(({ readable }) => readable.includes(text)).length;
    };
    expect(await mailsWith('2030-06-14T15:00:00Z', staff.email, 'Une résolution est attendue sous peu')).toBe(1);
    await setResolution('2020-06-15T07:00:00Z');
    await runTicketJobs(database);
    // On Monday: it is Sunday.
    expect(await mailsWith('2030-06-16T10:00:00Z', lead.email, 'Une résolution est en retard')).toBe(0);
    expect(await mailsWith('2030-06-17T06:00:00Z', lead.email, 'Une résolution est en retard')).toBe(1);
    await runTicketJobs(database);
    expect(await mailsWith('2030-06-17T08:00:00Z', lead.email, 'Une résolution est en retard')).toBe(0);
  });
});
