import { sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { asOperator } from '#api/db/transaction-context.ts';
import { mailsTo, makeCustomer, makeUser, tokenIn } from '#tests/support/api.ts';
import { type BankAdmin, ibans, newAccount, setUpBank } from '#tests/support/bank.ts';
import { describeApi } from '#tests/support/fixtures.ts';

describeApi({ settings: { readLimit: 0 } }, ({ database, api }) => {
  const { portal, eventsOf, admin, active, notify, pass, propose, approve, end, stateOf, clear } = setUpBank(
    database,
    api,
  );

  beforeEach(clear);

  test('five proposals a day: each is mailed to everybody', async () => {
    const one = await admin();
    for (let nth = 0; nth < 5; nth += 1) await end(one, await propose(one, ibans[0]));
    expect((await one.post('/api/desk/bank-accounts/propose', newAccount(ibans[0]))).status).toBe(429);
  });

  test('every billing contact is told once, in their language; an alarm blocks until somebody else dismisses it', async () => {
    const [one, other] = [await admin(), await admin()];
    const owner = await makeCustomer(database, 'Told');
    const second = await makeCustomer(database, 'Told as well');
    const technical = await makeUser(database, { customerId: owner.id, roles: ['technical'] });
    await asOperator(database, async (tx) => {
      await tx.execute(
        sql`INSERT INTO memberships (customer_id, user_id, roles) VALUES (${second.id}, ${owner.userId}, '{billing}')`,
      );
      await tx.execute(sql`UPDATE users SET language = 'fr' WHERE id = ${owner.userId}`);
    });
    const id = await propose(one, ibans[0]);
    await notify();
    await notify();
    const told = (await mailsTo(database, owner.email)).filter(({ template }) => template === 'bank-proposed');
    expect(told).toMatchObject([{ locale: 'fr', data: { account: 'FR 9042' } }]);
    expect(await mailsTo(database, technical.email)).toEqual([]);
    const token = tokenIn(told[0]?.data.link);
    const anybody = portal({ cookie: '' });
    const raise = (given = token) => anybody.post('/api/auth/bank-alarms/raise', { token: given });
    expect((await anybody.get(`/api/auth/bank-alarms/raise?token=${token}`)).status).not.toBe(200);
    expect((await raise('x'.repeat(32))).body.error.code).toBe('invalid_token');
    expect(await stateOf(one, id)).toBe('proposed');
    expect([(await raise()).status, (await raise()).status]).toEqual([200, 200]);
    expect(await stateOf(one, id)).toBe('blocked');
    expect((await mailsTo(database, other.email)).filter(({ template }) => template === 'bank-alarm')).toHaveLength(1);
    expect((await approve(other, id, ibans[0])).body.error.code).toBe('open_alarm');
    const { body } = await other.get('/api/desk/bank-accounts');
    const [alarm] = body.items[0].alarms;
    expect(alarm).toMatchObject({ email: owner.email, customers: 'Told, Told as well', dismissedAt: null });
    const dismiss = (staff: BankAdmin) =>
      staff.post('/api/desk/bank-accounts/dismiss-alarm', { id: alarm.id, reason: 'Called them' });
    expect((await dismiss(one)).body.error.code).toBe('own_proposal');
    expect([(await dismiss(other)).status, (await dismiss(other)).status]).toEqual([200, 409]);
    expect((await approve(other, id, ibans[0])).status).toBe(200);
    expect(await eventsOf('bank.alarm_raised', `bank_account:${id}`)).toMatchObject([
      { actor: 'user', userId: owner.userId },
    ]);
  });

  test('an alarm after the approval blocks too, outlives its user, and then postpones the account to its dismissal', async () => {
    const [one, other] = [await admin(), await admin()];
    const owner = await makeCustomer(database, 'Alarmed');
    const former = await makeCustomer(database, 'Former');
    const id = await propose(one, ibans[0]);
    await notify();
    const linkOf = async (email: string) => tokenIn((await mailsTo(database, email))[0]?.data.link);
    await approve(other, id, ibans[0]);
    const [token, lost] = [await linkOf(owner.email), await linkOf(former.email)];
    await asOperator(database, (tx) => tx.execute(sql`DELETE FROM memberships WHERE user_id = ${former.userId}`));
    expect((await portal({ cookie: '' }).post('/api/auth/bank-alarms/raise', { token: lost })).status).toBe(400);
    expect((await portal({ cookie: '' }).post('/api/auth/bank-alarms/raise', { token })).status).toBe(200);
    await asOperator(database, (tx) => tx.execute(sql`DELETE FROM users WHERE id = ${owner.userId}`));
    await asOperator(database, (tx) =>
      tx.execute(
        sql`UPDATE bank_notices SET alarm_at = alarm_at - interval '80 hours', created_at = created_at - interval '80 hours'`,
      ),
    );
    await pass(id, 80);
    expect([await stateOf(one, id), await active()]).toEqual(['blocked', undefined]);
    const { body } = await other.get('/api/desk/bank-accounts');
    await other.post('/api/desk/bank-accounts/dismiss-alarm', { id: body.items[0].alarms[0].id, reason: 'A mistake' });
    expect([await stateOf(one, id), await active()]).toEqual(['active', ibans[0]]);
    const after = (await other.get('/api/desk/bank-accounts')).body.items[0];
    expect(Date.parse(after.activeFrom)).toBeGreaterThan(Date.parse(body.items[0].activeFrom));
  });
});
