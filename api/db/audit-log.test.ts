import type pg from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { assertDefined, makeCustomer, makeUser, password, tokenIn } from '#tests/support/api.ts';
import { codeOf } from '#tests/support/factors.ts';
import { createRateLimiter } from './rate-limit.ts';
import { maxRowsPerHour, recordBlockedSignIn, recordFailedSignIn } from '#api/auth/session/sign-in-attempts.ts';
import { recordEvent } from './audit-log.ts';
import { describeApi } from '#tests/support/fixtures.ts';

const roles = ['portal_app', 'portal_tenant', 'portal_search', 'portal_operator'];

describeApi(({ database, authFlows }) => {
  beforeAll(async () => {
    await recordEvent(database.orm, { event: 'sign_in.done', actor: 'system' });
  });

  async function as<T>(role: string, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await database.pool.connect();
    try {
      await client.query('BEGIN');
      await client.query(`SELECT set_config('role', $1, true)`, [role]);
      return await work(client);
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
  }

  const asOwner = async (statement: string) => {
    const client = await database.pool.connect();
    for (const one of ['RESET ROLE', statement, 'SET ROLE portal_app']) await client.query(one);
    client.release();
  };

  const eventsOf = async (userId: string) => {
    const { rows } = await as('portal_operator', (client) =>
      client.query('SELECT * FROM audit_events WHERE user_id = $1 ORDER BY happened_at', [userId]),
    );
    return rows as Record<string, unknown>[];
  };
  const namesOf = async (userId: string) => (await eventsOf(userId)).map(({ event }) => event);

  const changes = [
    `UPDATE audit_events SET event = 'sign_out.done'`,
    'DELETE FROM audit_events',
    'TRUNCATE audit_events',
    'ALTER TABLE audit_events DISABLE ROW LEVEL SECURITY',
    'DROP TABLE audit_events',
  ];
  const alter = (role: string, statement: string) => as(role, (client) => client.query(statement));

  test.each(roles.flatMap((role) => changes.map((change) => [role, change])))('%s cannot: %s', (role, change) =>
    expect(alter(assertDefined(role), assertDefined(change))).rejects.toMatchObject({ code: '42501' }),
  );

  test('the rejections come from the grants: with more rights, a change succeeds', async () => {
    await asOwner('GRANT UPDATE, DELETE, TRUNCATE, SELECT ON audit_events TO portal_app');
    try {
      await expect(alter('portal_app', 'TRUNCATE audit_events')).resolves.toBeDefined();
      await expect(alter('portal_app', 'DELETE FROM audit_events')).resolves.toBeDefined();
    } finally {
      await asOwner('REVOKE UPDATE, DELETE, TRUNCATE, SELECT ON audit_events FROM portal_app');
    }
    await expect(alter('portal_app', 'TRUNCATE audit_events')).rejects.toMatchObject({ code: '42501' });
  });

  test.each(['portal_app', 'portal_tenant', 'portal_search'])('%s cannot read it', (role) =>
    expect(as(role, (client) => client.query('SELECT 1 FROM audit_events'))).rejects.toMatchObject({ code: '42501' }),
  );

  test('an event cannot be backdated or attributed to the operator or another user', async () => {
    const insert = (role: string, columns: string, values: string) =>
      alter(role, `INSERT INTO audit_events (actor, event, ${columns}) VALUES (${values})`);
    const permissionDenied = { code: '42501' };
    const old = `'user', 'sign_in.done', '2020-01-01'`;
    await expect(insert('portal_app', 'happened_at', old)).rejects.toMatchObject(permissionDenied);
    await expect(insert('portal_tenant', 'happened_at', old)).rejects.toMatchObject(permissionDenied);
    await expect(insert('portal_app', 'times', `'operator', 'backup.made', 1`)).rejects.toMatchObject(permissionDenied);
    const { userId } = await makeUser(database);
    const named = `'user', 'ticket.created', '${userId}'`;
    await expect(insert('portal_tenant', 'user_id', named)).rejects.toMatchObject(permissionDenied);
  });

  test('sign-up to sign-out is recorded with user, time, network and request', async () => {
    const email = 'traced@example.com';
    const visitor = authFlows.newBrowser();
    await authFlows.signUp(visitor, email);
    await authFlows.verify(visitor, email);
    await authFlows.verify(visitor, email);
    await authFlows.signIn(visitor, email, 'wrong one');
    const signedIn = await authFlows.signIn(visitor, email);
    await visitor.post('/api/auth/password/change', { currentPassword: password, newPassword: 'my own words' });
    await visitor.post('/api/auth/sign-out');
    await visitor.post('/api/auth/password/request-reset', { email });
    const token = tokenIn((await authFlows.newestMail(email)).data.link);
    await visitor.post('/api/auth/password/reset', { token, newPassword: 'new words' });

    const events = await eventsOf(signedIn.body.id);
    expect(
      events.map(({ event, outcome, actor }) => `${actor as string} ${event as string} ${outcome as string}`),
    ).toEqual([
      'visitor account.signed_up done',
      'visitor account.verified done',
      'visitor sign_in.failed rejected',
      'user sign_in.done done',
      'user password.changed done',
      'user sign_out.done done',
      'visitor password.reset_requested done',
      'visitor password.reset done',
    ]);
    expect(events[3]).toMatchObject({
      network: expect.stringMatching(/^198\.51\.\d+\.0\/24$/),
      request_id: signedIn.headers.get('x-request-id'),
      details: { with: 'password' },
    });
    expect(JSON.stringify(events)).not.toContain('traced');
  });

  test('an email change, its undo and a used recovery code are recorded, with what was revoked', async () => {
    const { email, userId } = await makeUser(database, { password });
    const visitor = authFlows.newBrowser();
    await authFlows.signIn(visitor, email);
    const { secret } = (await visitor.post('/api/auth/totp/start')).body as { secret: string };
    const { recoveryCodes } = (await visitor.post('/api/auth/totp/finish', { code: codeOf(secret) })).body;
    const second = { kind: 'recovery', code: (recoveryCodes as string[])[0] };
    await visitor.post('/api/auth/password/confirm', { password, second });
    const linkTo = async (recipient: string) => tokenIn((await authFlows.newestMail(recipient)).data.link);
    await visitor.post('/api/auth/email/change', { newEmail: 'traced-other@example.com' });
    await visitor.post('/api/auth/email/confirm', { token: await linkTo('traced-other@example.com') });
    await visitor.post('/api/auth/email/undo', { token: await linkTo(email) });
    const events = await eventsOf(userId);
    expect(events.map(({ actor, event, details }) => [actor, event, details])).toEqual([
      ['user', 'sign_in.done', { with: 'password', device: 'known' }],
      ['user', 'factor.totp_added', { sessions: 1, devices: 0, links: 0, replyAddresses: 0 }],
      ['user', 'factor.recovery_codes_made', {}],
      ['user', 'factor.recovery_code_used', { left: 9 }],
      ['user', 'sign_in.confirmed', { with: 'password+recovery' }],
      ['user', 'email.change_requested', {}],
      ['user', 'email.changed', {}],
      ['visitor', 'email.change_reverted', { sessions: 1, devices: 1, links: 0, replyAddresses: 0 }],
      ['visitor', 'account.locked', {}],
    ]);
    expect(JSON.stringify(events)).not.toContain('traced-other');
  });

  test('a ticket and its event are committed together', async () => {
    const { cookie, userId, id } = await makeCustomer(database, 'Ticketed');
    const visitor = authFlows.newBrowser(cookie);
    const ticket = { subject: 'Printer', description: 'It burns.' };
    const made = await visitor.post('/api/portal/tickets', ticket, { 'Idempotency-Key': 'one' });
    await visitor.post('/api/portal/tickets', ticket, { 'Idempotency-Key': 'one' });
    const events = await eventsOf(userId);
    expect(events).toHaveLength(1);
    expect(events[0]).toMatchObject({ event: 'ticket.created', customer: id, entity: `ticket:${made.body.id}` });

    await asOwner(`ALTER TABLE audit_events ADD CONSTRAINT full_disk CHECK (event <> 'ticket.created') NOT VALID`);
    try {
      expect((await visitor.post('/api/portal/tickets', ticket)).status).toBe(500);
      expect((await visitor.get('/api/portal/records/counts')).body.openTickets).toBe(1);
    } finally {
      await asOwner('ALTER TABLE audit_events DROP CONSTRAINT full_disk');
    }
  });

  test('an export is recorded for the caller’s customer, and for nobody else', async () => {
    const { cookie, userId, id } = await makeCustomer(database, 'Exporter');
    const note = { list: 'invoices', rows: 12 };
    const visitor = authFlows.newBrowser(cookie);
    expect((await visitor.post('/api/portal/exports', note)).status).toBe(200);
    expect(await eventsOf(userId)).toMatchObject([{ event: 'records.exported', customer: id, details: note }]);
    expect((await visitor.post('/api/portal/exports', { list: 'users', rows: 1 })).status).toBe(400);
    expect((await visitor.post('/api/portal/exports', { ...note, customer: id })).status).toBe(400);
    expect((await authFlows.newBrowser().post('/api/portal/exports', note)).status).toBe(401);
    const unlinked = await makeUser(database);
    const response = await authFlows.newBrowser(unlinked.cookie).post('/api/portal/exports', note);
    expect([response.status, response.body.error.code]).toEqual([404, 'not_linked']);
    expect(await eventsOf(unlinked.userId)).toEqual([]);
  });

  test('repeated failures are grouped, and reaching the limit is recorded once', async () => {
    const { email, userId } = await makeUser(database, { password });
    const visitor = authFlows.newBrowser();
    for (let at = 0; at < 13; at += 1) await authFlows.signIn(visitor, email, 'a guess');
    const events = await eventsOf(userId);
    expect(events.map(({ event, times }) => [event, times])).toEqual([
      ['sign_in.failed', 1],
      ['sign_in.failed', 1],
      ['sign_in.failed', 2],
      ['sign_in.failed', 4],
      ['sign_in.blocked', 1],
    ]);
    expect(events[0]).toMatchObject({ details: { reason: 'invalid_credentials' }, outcome: 'rejected' });
  });

  test('a flood over many accounts writes a bounded number of rows', async () => {
    const count = async () => {
      const { rows } = await as('portal_operator', (client) =>
        client.query<{ count: number }>(`SELECT count(*)::integer FROM audit_events WHERE event = 'sign_in.failed'`),
      );
      return assertDefined(rows[0]).count;
    };
    const deps = { orm: database.orm, limiter: createRateLimiter(database, 'another secret') };
    const note = (at: number) =>
      recordFailedSignIn(
        deps,
        { requestId: 'flood-request', ipAddress: '192.0.2.1' },
        `flood-${at}@example.com`,
        'invalid_credentials',
      );
    const before = await count();
    for (let at = 0; at < maxRowsPerHour + 600; at += 100)
      await Promise.all(Array.from({ length: 100 }, (_, one) => note(at + one)));
    // One more at 1024, for the flood itself.
    expect((await count()) - before).toBe(maxRowsPerHour + 1);
    await recordBlockedSignIn(deps, { requestId: 'flood-request', ipAddress: '192.0.2.1' }, 'flood@example.com');
    expect((await count()) - before).toBe(maxRowsPerHour + 1);
  });

  test('ending a session is recorded, an unknown one is not', async () => {
    const { cookie, userId, email } = await makeUser(database, { password });
    const visitor = authFlows.newBrowser();
    await authFlows.signIn(visitor, email);
    const { sessions } = (await visitor.get('/api/auth/sessions')).body;
    const other = assertDefined((sessions as { id: string; isCurrent: boolean }[]).find(({ isCurrent }) => !isCurrent));
    await visitor.post('/api/auth/sessions/revoke', { id: other.id });
    await visitor.post('/api/auth/sessions/revoke', { id: other.id });
    expect(await namesOf(userId)).toEqual(['sign_in.done', 'session.revoked']);
    expect(await authFlows.isSignedIn(authFlows.newBrowser(cookie))).toBe(false);
  });
});
