import type { PoolClient } from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { addStaff, resetStaffFactors, suspendStaff } from '#api/services/people/staff.ts';
import { inOperatorTransaction } from '#api/db/operator-database.ts';
import { removeFactors } from '#api/services/people/users.ts';
import type { StaffPermission } from '#contract/staff.ts';
import {
  type ApiResponse,
  assertDefined,
  type Browser,
  mailsTo,
  makeCustomer,
  makeUser,
  password,
  siteUrl,
  tokenIn,
} from '#tests/support/api.ts';
import {
  addPasskey,
  addTotp,
  codeOf,
  confirmWithCode,
  confirmWithPasskey,
  newPasskeyDevice,
  signInWithPasskey,
} from '#tests/support/factors.ts';
import { describeApi } from '#tests/support/fixtures.ts';

const outcomeOf = ({ status, body }: ApiResponse) => [status, body.error?.code ?? body.status];
const closed = [403, 'second_factor_required'];

describeApi(({ database, authFlows }) => {
  // TOTP codes change every half minute: the clock is stopped, so that a slow machine makes no difference.
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  async function asOperator<T>(work: (client: PoolClient) => Promise<T>) {
    const client = await database.pool.connect();
    try {
      await client.query('RESET ROLE');
      return await inOperatorTransaction({ client }, () => work(client));
    } finally {
      // With the role of the owner it must not serve requests.
      client.release(true);
    }
  }

  /** As `staff add` makes one. */
  async function newStaff(permissions: StaffPermission[] = ['support']) {
    const user = await makeUser(database, { password });
    const added = await asOperator((client) =>
      addStaff(client, { email: user.email, name: 'Léa Orsini', permissions, isConfirmed: true }),
    );
    return { ...user, enrolmentCode: assertDefined(added.enrolmentCode) };
  }

  /** An attacker who knows the password, in another browser. */
  async function signedIn(email: string, given = password): Promise<Browser> {
    const client = authFlows.newBrowser();
    expect((await authFlows.signIn(client, email, given)).status).toBe(200);
    return client;
  }

  /** A staff member with a passkey and nothing else. */
  async function withPasskey() {
    const staff = await newStaff();
    const { enrolmentCode, email } = staff;
    const device = await addPasskey(await signedIn(email), { enrolmentCode });
    return { ...staff, device };
  }

  /** Everything with which somebody could enrol a factor of their own. */
  async function expectNoWayIn(attacker: Browser, refusal: string) {
    expect(outcomeOf(await attacker.get('/api/desk/tickets'))).toEqual(closed);
    const device = newPasskeyDevice();
    const response = device.register('a challenge');
    for (const enrolment of [{}, { enrolmentCode: '' }, { enrolmentCode: 'aaaa-bbbb-cccc-dddd' }]) {
      for (const [path, body] of [
        ['totp/start', enrolment],
        ['totp/finish', { code: '000000', ...enrolment }],
        ['passkeys/start', enrolment],
        ['passkeys/finish', { response, name: 'Mine', ...enrolment }],
      ] as const) {
        const rejected = await attacker.post(`/api/auth/${path}`, body);
        const isWrong = refusal === 'enrolment_code_required' && (enrolment.enrolmentCode ?? '') !== '';
        expect([path, ...outcomeOf(rejected)]).toEqual([path, 403, isWrong ? 'invalid_enrolment_code' : refusal]);
      }
    }
    expect(outcomeOf(await attacker.get('/api/desk/tickets'))).toEqual(closed);
    expect(outcomeOf(await attacker.get('/api/desk/me'))).toEqual(closed);
  }

  test('a new staff member enrols with the code, then signs in with the factor', async () => {
    const { email, enrolmentCode } = await newStaff();
    const client = await signedIn(email);
    expect((await client.get('/api/auth/security')).body.needsEnrolmentCode).toBe(true);
    // As somebody types it.
    const { secret } = await addTotp(client, {
      enrolmentCode: ` ${enrolmentCode.toUpperCase().replaceAll('-', ' ')} `,
    });
    expect((await client.get('/api/auth/security')).body.needsEnrolmentCode).toBe(false);
    // Neither the enrolment nor a confirmation upgrades the session.
    expect(outcomeOf(await client.get('/api/desk/me'))).toEqual(closed);
    expect((await confirmWithCode(client, { password, secret, periods: 1 })).status).toBe(200);
    expect(outcomeOf(await client.get('/api/desk/me'))).toEqual(closed);
    const again = authFlows.newBrowser();
    expect((await authFlows.signIn(again, email)).body).toEqual({ needsCode: true });
    vi.setSystemTime(Date.now() + 60_000);
    await again.post('/api/auth/sign-in/code', { kind: 'totp', code: codeOf(secret) });
    expect((await again.get('/api/desk/me')).status).toBe(200);
  });

  test('with the password of a new staff member alone, no factor can be enrolled', async () => {
    const { email } = await newStaff();
    await expectNoWayIn(await signedIn(email), 'enrolment_code_required');
  });

  test('with the password of a staff member who has a passkey only, no factor can be added or removed', async () => {
    const { email, device } = await withPasskey();
    const attacker = await signedIn(email);
    await expectNoWayIn(attacker, 'confirmation_required');
    const { passkeys } = (await attacker.get('/api/auth/security')).body;
    expect(outcomeOf(await attacker.post('/api/auth/passkeys/remove', { id: passkeys[0].id }))).toEqual([
      403,
      'confirmation_required',
    ]);
    expect(outcomeOf(await attacker.post('/api/auth/password/confirm', { password }))).toEqual([
      400,
      'passkey_required',
    ]);
    const owner = authFlows.newBrowser();
    expect((await signInWithPasskey(owner, device)).status).toBe(200);
    expect((await owner.get('/api/desk/me')).status).toBe(200);
  });

  test('with the mailbox of a staff member alone, no factor can be added or removed', async () => {
    const { email, device } = await withPasskey();
    const attacker = authFlows.newBrowser();
    await attacker.post('/api/auth/password/request-reset', { email });
    const token = tokenIn((await mailsTo(database, email))[0]?.data.link);
    const newPassword = 'the attacker’s own';
    expect((await attacker.post('/api/auth/password/read-reset-link', { token })).body.passkeys).toBe(0);
    const reset = { token, newPassword, removePasskeys: true };
    expect((await attacker.post('/api/auth/password/reset', reset)).status).toBe(200);
    expect((await authFlows.signIn(attacker, email, newPassword)).status).toBe(200);
    expect((await attacker.get('/api/auth/security')).body.passkeys).toHaveLength(1);
    await expectNoWayIn(attacker, 'confirmation_required');
    const owner = authFlows.newBrowser();
    expect((await signInWithPasskey(owner, device)).status).toBe(200);
  });

  test('a suspended staff member needs the code too: they may be resumed', async () => {
    const { email } = await newStaff();
    await asOperator((client) => suspendStaff(client, email));
    const attacker = await signedIn(email);
    expect(outcomeOf(await attacker.post('/api/auth/totp/start'))).toEqual([403, 'enrolment_code_required']);
  });

  test('the code works once, for one of two at once, and only for its owner', async () => {
    const { email, enrolmentCode } = await newStaff();
    const other = await newStaff();
    const stranger = await signedIn(other.email);
    expect(outcomeOf(await stranger.post('/api/auth/totp/start', { enrolmentCode }))).toEqual([
      403,
      'invalid_enrolment_code',
    ]);
    const both = [await signedIn(email), await signedIn(email)];
    const results = await Promise.allSettled(both.map((client) => addPasskey(client, { enrolmentCode })));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const { rows } = await database.pool.query(
      'SELECT count(*)::integer AS passkeys FROM passkeys JOIN users ON users.id = user_id WHERE email = $1',
      [email],
    );
    expect(rows).toEqual([{ passkeys: 1 }]);
  });

  test('the code expires, is stored as a hash, and guesses are limited and recorded', async () => {
    const { email, userId, enrolmentCode } = await newStaff();
    const { rows } = await database.pool.query<{ code_hash: string }>('SELECT code_hash FROM enrolment_codes');
    expect(JSON.stringify(rows)).not.toContain(enrolmentCode.replaceAll('-', ''));
    await asOperator((client) =>
      client.query(`UPDATE enrolment_codes SET expires_at = now() - interval '1 day' WHERE user_id = $1`, [userId]),
    );
    const client = await signedIn(email);
    expect(outcomeOf(await client.post('/api/auth/totp/start', { enrolmentCode }))).toEqual([
      403,
      'invalid_enrolment_code',
    ]);
    const statuses = [];
    for (let at = 0; at < 10; at += 1)
      statuses.push((await client.post('/api/auth/passkeys/start', { enrolmentCode: `guess ${at}` })).status);
    expect(statuses).toEqual([...Array<number>(9).fill(403), 429]);
    const events = await asOperator((operator) =>
      operator.query(`SELECT outcome FROM audit_events WHERE event = 'factor.enrolment_rejected' AND user_id = $1`, [
        userId,
      ]),
    );
    expect(events.rows).toHaveLength(10);
  });

  test('the server cannot issue a code', async () => {
    const { userId } = await newStaff();
    await expect(
      database.pool.query(
        `UPDATE enrolment_codes SET expires_at = now() + interval '1 day' WHERE user_id = '${userId}'`,
      ),
    ).rejects.toThrow(/permission denied/);
  });

  test('after a reset only the new code enrols; users remove-factors names the command', async () => {
    const { email, enrolmentCode, device, userId } = await withPasskey();
    const request = { email, locale: 'en', siteUrl } as const;
    await expect(asOperator((client) => removeFactors(client, request))).rejects.toThrow(/staff reset-factors/);
    const owner = authFlows.newBrowser();
    await signInWithPasskey(owner, device);
    const reset = await asOperator((client) => resetStaffFactors(client, request));
    expect((await owner.get('/api/desk/me')).status).toBe(401);
    expect((await signInWithPasskey(authFlows.newBrowser(), device)).status).toBe(401);
    const client = await signedIn(email);
    await expectNoWayIn(client, 'enrolment_code_required');
    expect(outcomeOf(await client.post('/api/auth/totp/start', { enrolmentCode }))).toEqual([
      403,
      'invalid_enrolment_code',
    ]);
    const added = await addPasskey(client, { enrolmentCode: reset.enrolmentCode });
    const there = authFlows.newBrowser();
    await signInWithPasskey(there, added);
    expect((await there.get('/api/desk/me')).body.userId).toBe(userId);
  });

  test('the only factor of a staff member stays; with another it can be removed', async () => {
    const { email, device } = await withPasskey();
    const client = authFlows.newBrowser();
    await signInWithPasskey(client, device);
    const { passkeys } = (await client.get('/api/auth/security')).body;
    const remove = () => client.post('/api/auth/passkeys/remove', { id: passkeys[0].id });
    expect(outcomeOf(await remove())).toEqual([409, 'last_factor']);
    const { secret } = await addTotp(client);
    expect(outcomeOf(await remove())).toEqual([200, 'ok']);
    expect(outcomeOf(await client.post('/api/auth/totp/remove'))).toEqual([409, 'last_factor']);
    expect((await authFlows.signIn(authFlows.newBrowser(), email)).body).toEqual({ needsCode: true });
    expect(secret).not.toBe('');
  });

  test('the other admins are told of every change, in both languages of the templates', async () => {
    const admin = await newStaff(['admin']);
    const suspended = await newStaff(['admin']);
    await asOperator((client) => suspendStaff(client, suspended.email));
    const { email, enrolmentCode } = await newStaff(['support', 'admin']);
    const client = await signedIn(email);
    const device = await addPasskey(client, { enrolmentCode });
    await confirmWithPasskey(client, device);
    const { secret } = await addTotp(client);
    await client.post('/api/auth/recovery-codes');
    await client.post('/api/auth/totp/remove');
    await asOperator((operator) => resetStaffFactors(operator, { email, locale: 'en', siteUrl }));
    const told = async (recipient: string) =>
      (await mailsTo(database, recipient)).filter(({ template }) => template === 'staff-factors-changed').toReversed();
    const mails = (await told(admin.email)).filter(({ data }) => data.email === email);
    expect(mails.map(({ data }) => data.change)).toEqual([
      'passkey-added',
      'totp-added',
      'recovery-codes-renewed',
      'totp-removed',
      'factors-reset',
    ]);
    expect(mails[0]).toMatchObject({ locale: 'fr', data: { name: 'Léa Orsini', link: `${siteUrl}/desk/audit` } });
    expect((await told(email)).filter(({ data }) => data.email === email)).toEqual([]);
    expect((await told(suspended.email)).filter(({ data }) => data.email === email)).toEqual([]);
    expect(secret).not.toBe('');
  });

  test('customers enrol without a code, and no admin hears of it', async () => {
    const { email } = await makeUser(database, { password, customerId: (await makeCustomer(database, 'Atelier')).id });
    const client = await signedIn(email);
    expect((await client.get('/api/auth/security')).body.needsEnrolmentCode).toBe(false);
    await addTotp(client);
    const { rows } = await database.pool.query(
      `SELECT FROM jobs WHERE data->>'template' = 'staff-factors-changed' AND data->'values'->>'email' = $1`,
      [email],
    );
    expect(rows).toEqual([]);
  });
});
