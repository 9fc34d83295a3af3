import { sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { asOperator } from '#api/db/transaction-context.ts';
import { isIban } from '#contract/iban.ts';
import { makeCustomer, makeUser } from '#tests/support/api.ts';
import { ibans, newAccount, setUpBank } from '#tests/support/bank.ts';
import { describeApi } from '#tests/support/fixtures.ts';
import { bankFingerprint } from './fingerprint.ts';

describeApi({ settings: { readLimit: 0 } }, ({ database, api }) => {
  const { desk, portal, eventsOf, admin, active, pass, propose, approve, end, stateOf, clear } = setUpBank(
    database,
    api,
  );

  /** One statement of the serving login, as that staff member. */
  async function inject(token: string, ...statements: [string, ...unknown[]][]) {
    const client = await database.pool.connect();
    try {
      await client.query('BEGIN');
      await client.query('SELECT set_staff_context($1)', [token]);
      for (const [text, ...values] of statements) await client.query(text, values);
      await client.query('COMMIT');
    } catch (error) {
      await client.query('ROLLBACK');
      throw error;
    } finally {
      client.release();
    }
  }

  beforeEach(clear);

  test('an account counts after two people and 72 hours, and replaces the one before', async () => {
    const [one, other] = [await admin(), await admin()];
    const first = await propose(one, ibans[0]);
    expect((await approve(one, first, ibans[0])).body.error.code).toBe('own_proposal');
    expect((await approve(other, first, ibans[1])).body.error.code).toBe('other_iban');
    expect((await approve(other, first, 'fr42 9999 9000 0101 2345 6789 042')).status).toBe(200);
    expect((await approve(other, first, ibans[0])).body.error.code).toBe('changed_meanwhile');
    expect([await stateOf(one, first), await active()]).toEqual(['waiting', undefined]);
    await pass(first, 71);
    expect(await active()).toBeUndefined();
    await pass(first, 2);
    expect([await stateOf(one, first), await active()]).toEqual(['active', ibans[0]]);
    expect((await one.post('/api/desk/bank-accounts/propose', newAccount(ibans[0]))).body.error.code).toBe(
      'already_active',
    );
    const second = await propose(other, ibans[1]);
    expect((await one.post('/api/desk/bank-accounts/propose', newAccount(ibans[2]))).body.error.code).toBe(
      'proposal_exists',
    );
    await approve(one, second, ibans[1]);
    expect(await active()).toBe(ibans[0]);
    await pass(second, 72);
    expect([await stateOf(one, first), await stateOf(one, second), await active()]).toEqual([
      'replaced',
      'active',
      ibans[1],
    ]);
    // Withdrawn: the account before counts again, at once.
    expect((await end(one, second)).status).toBe(200);
    expect([await stateOf(one, second), await active()]).toEqual(['withdrawn', ibans[0]]);
    expect((await end(one, second)).body.error.code).toBe('changed_meanwhile');
    const events = await Promise.all(['proposed', 'approved', 'withdrawn'].map((name) => eventsOf(`bank.${name}`)));
    expect(events.map(({ length }) => length)).toEqual([2, 2, 1]);
    expect(events[2]?.[0]).toMatchObject({
      actor: 'staff',
      userId: one.userId,
      details: { account: 'FR 1017', reason: 'Not ours' },
    });
  });

  test('no statement of the serving login makes an account count early, alone, or in the name of others', async () => {
    const [one, other] = [await admin(), await admin()];
    const support = await desk({ permissions: ['support', 'accounts', 'records', 'sales'] });
    const id = await propose(one, ibans[0]);
    const refused = { code: '42501' };
    const direct = `INSERT INTO bank_accounts (iban, bic, holder, proposed_by, proposed_at, approved_by, approved_at, active_from)
      VALUES ('${ibans[1]}', 'ZZZZFRP1', 'X', gen_random_uuid(), now() - interval '9 days', gen_random_uuid(), now() - interval '8 days', now() - interval '1 day')`;
    for (const text of [
      direct,
      `INSERT INTO bank_accounts (iban, bic, holder) VALUES ('${ibans[1]}', 'ZZZZFRP1', 'X')`,
      `UPDATE bank_accounts SET approved_by = '${other.userId}'`,
      `UPDATE bank_accounts SET approved_at = now(), active_from = now()`,
      `UPDATE bank_accounts SET proposed_by = '${other.userId}'`,
      `UPDATE bank_accounts SET ended_at = NULL`,
      `UPDATE bank_notices SET dismissed_at = now()`,
      'DELETE FROM bank_notices',
      'DELETE FROM bank_accounts',
      'ALTER TABLE bank_accounts DISABLE TRIGGER ALL',
      'ALTER TABLE bank_accounts DROP CONSTRAINT bank_accounts_72_hours',
      `SELECT note_bank_event('bank.approved', '${id}', '{}', NULL, NULL)`,
      `SELECT enqueue_bank_notice()`,
    ]) {
      for (const role of ['portal_staff', 'portal_app', 'portal_tenant'])
        await expect(inject(one.token, [`SET LOCAL ROLE ${role}`], [text]), `${role}: ${text}`).rejects.toMatchObject({
          code: expect.stringMatching(/^(42501|0A000)$/),
        });
    }
    const call = 'SELECT approve_bank_account($1, $2, NULL, NULL)';
    await expect(inject(one.token, [call, id, ibans[0]])).rejects.toMatchObject({ message: 'own_proposal' });
    await expect(inject(support.token, [call, id, ibans[0]])).rejects.toMatchObject({ code: 'PT404' });
    const proposal = `SELECT propose_bank_account('${ibans[1]}', 'ZZZZFRP1', 'X', NULL, NULL)`;
    await expect(inject(support.token, [proposal])).rejects.toMatchObject(refused);
    await expect(inject('no session', [proposal])).rejects.toMatchObject(refused);
    // The caller of a transaction cannot become another one, and settings that say so are not signed.
    await expect(
      inject(
        one.token,
        ['SET LOCAL ROLE portal_app'],
        ['SELECT set_staff_context($1)', other.token],
        [call, id, ibans[0]],
      ),
    ).rejects.toThrow('cursor "context_claim" already in use');
    await expect(
      inject(
        one.token,
        [`SELECT set_config('app.context', repeat('0', 64) || '||||${other.userId}|', true)`],
        [call, id, ibans[0]],
      ),
    ).rejects.toMatchObject({ code: 'PT404' });
    expect([await stateOf(one, id), await active()]).toEqual(['proposed', undefined]);
    await approve(other, id, ibans[0]);
    expect([await stateOf(one, id), await active()]).toEqual(['waiting', undefined]);
  });

  test('the checks of the table hold for the operator too', async () => {
    const insert = (values: string) =>
      asOperator(database, (tx) =>
        tx.execute(
          sql.raw(`INSERT INTO bank_accounts (iban, bic, holder, proposed_by, proposed_at, approved_by, approved_at, active_from)
            SELECT '${ibans[0]}', 'ZZZZFRP1', 'X', a, now() - interval '9 days', ${values} FROM (SELECT gen_random_uuid() AS a, gen_random_uuid() AS b) AS ids`),
        ),
      ).then(
        () => 'stored',
        (error: { cause?: { constraint?: string } }) => error.cause?.constraint,
      );
    expect(await insert(`a, now() - interval '8 days', now()`)).toBe('bank_accounts_two_people');
    expect(await insert(`b, now() - interval '71 hours', now()`)).toBe('bank_accounts_72_hours');
    expect(await insert(`NULL, NULL, now()`)).toBe('bank_accounts_approved');
    expect(await insert(`b, now() - interval '72 hours', now()`)).toBe('stored');
  });

  test('two approvals at once: one counts', async () => {
    const [one, ...others] = [await admin(), await admin(), await admin(), await admin()];
    const id = await propose(one, ibans[0]);
    const statuses = await Promise.all(others.map(async (staff) => (await approve(staff, id, ibans[0])).status));
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    expect(await eventsOf('bank.approved', `bank_account:${id}`)).toHaveLength(1);
  });

  test('wrong numbers, other roles and sessions that are not confirmed are rejected', async () => {
    const one = await admin();
    for (const iban of [
      '',
      'FR4299999000010123456789043',
      'FR429999900001012345678904',
      'XX42',
      `${ibans[0]}<b>`,
      "FR42'; --",
    ])
      expect((await one.post('/api/desk/bank-accounts/propose', newAccount(iban))).status).toBe(400);
    expect((await one.post('/api/desk/bank-accounts/propose', { ...newAccount(ibans[0]), bic: 'ABC' })).status).toBe(
      400,
    );
    expect((await one.post('/api/desk/bank-accounts/propose', { ...newAccount(ibans[0]), holder: ' ' })).status).toBe(
      400,
    );
    const accounts = await desk({ permissions: ['accounts', 'records'] });
    expect((await accounts.post('/api/desk/bank-accounts/propose', newAccount(ibans[0]))).status).toBe(403);
    expect((await accounts.get('/api/desk/bank-accounts')).status).toBe(403);
    const late = await admin();
    await asOperator(database, (tx) =>
      tx.execute(sql`UPDATE sessions SET authenticated_at = now() - interval '1 hour' WHERE user_id = ${late.userId}`),
    );
    expect((await late.post('/api/desk/bank-accounts/propose', newAccount(ibans[0]))).body.error.code).toBe(
      'confirmation_required',
    );
    const unknown = '00000000-0000-4000-8000-000000000000';
    expect((await approve(one, unknown, ibans[0])).status).toBe(404);
    expect((await end(one, unknown)).status).toBe(404);
  });

  test('billing people see the active account and its history, others nothing, and of an announced one its end', async () => {
    const [one, other] = [await admin(), await admin()];
    const owner = await makeCustomer(database, 'Payer');
    const technical = await makeUser(database, { customerId: owner.id, roles: ['technical'] });
    const see = async () => (await portal(owner).get('/api/portal/bank-accounts')).body;
    expect(await see()).toEqual({ active: null, history: [] });
    const first = await propose(one, ibans[0]);
    await approve(other, first, ibans[0]);
    await pass(first, 100);
    const rejected = await propose(one, ibans[2]);
    await end(one, rejected);
    const second = await propose(one, ibans[1]);
    expect(await see()).toMatchObject({
      active: { iban: ibans[0], fingerprint: bankFingerprint(ibans[0]), state: 'active' },
      history: [{ iban: '1017', bic: null, fingerprint: null, state: 'announced' }, { state: 'active' }],
    });
    await approve(other, second, ibans[1]);
    await pass(second, 72);
    expect((await see()).history).toMatchObject([
      { iban: ibans[1], state: 'active', activeUntil: null },
      { iban: ibans[0], state: 'former', activeUntil: expect.any(String) },
    ]);
    expect((await portal(technical).get('/api/portal/bank-accounts')).status).toBe(403);
    expect((await portal({ cookie: '' }).get('/api/portal/bank-accounts')).status).toBe(401);
    expect((await portal(await makeUser(database)).get('/api/portal/bank-accounts')).body).toEqual({
      active: null,
      history: [],
    });
  });

  test('the database and the contract know the same numbers', async () => {
    const given = [
      ...ibans,
      'DE89370400440532013000',
      'GB82WEST12345698765432',
      'MT84MALT011000012345MTLCAST001S',
      'NO9386011117947',
    ];
    const wrong = [
      ...given.map((iban) => iban.replace(/\d$|S$/, 'Z')),
      'FR42',
      '',
      'DE8937040044053201300',
      'AA89370400440532013000',
      'de89370400440532013000',
    ];
    const { rows } = await database.pool.query<{ iban: string; is: boolean }>(
      'SELECT iban, is_iban(iban) AS is FROM unnest($1::text[]) AS iban',
      [[...given, ...wrong]],
    );
    expect(rows.filter(({ is }) => is).map(({ iban }) => iban)).toEqual(given);
    for (const { iban, is } of rows) expect(isIban(iban), iban).toBe(is);
  });
});
