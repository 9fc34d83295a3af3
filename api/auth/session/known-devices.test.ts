import { expect, test } from 'vitest';
import { describeApi } from '#tests/support/fixtures.ts';
import {
  assertDefined,
  type Browser,
  createAuthFlows,
  mailsTo,
  makeUser,
  openApi,
  password,
  secret,
  siteUrl,
} from '#tests/support/api.ts';
import { createMailLinks } from '#tests/support/mail-links.ts';

const device = 'portal.device';
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

describeApi(({ database, authFlows }) => {
  const { templates } = createMailLinks(database, authFlows);
  /** A user, and a browser in which they signed in and out. */
  async function makeUserWithDevice() {
    const { email } = await makeUser(database, { password });
    const client = authFlows.newBrowser();
    await authFlows.signIn(client, email);
    await client.post('/api/auth/sign-out');
    return { email, client };
  }

  /** Brings the counter of unknown devices to the limit. */
  async function reachLimit(email: string) {
    expect((await authFlows.signIn(authFlows.newBrowser(), email, 'a guess')).status).toBe(401);
    await database.pool.query(`UPDATE rate_limits SET count = 10 WHERE key LIKE 'sign-in:account:%' AND count > 0`);
    expect((await authFlows.signIn(authFlows.newBrowser(), email)).status).toBe(429);
  }

  const withDevice = (value: string) => authFlows.newBrowser(`${device}=${value}`);
  const deviceIn = (client: Browser) => assertDefined(client.jar.get(device));

  test('failures from unknown devices do not lock out a known one', async () => {
    const { email, client } = await makeUserWithDevice();
    await reachLimit(email);
    expect((await authFlows.signIn(client, email)).status).toBe(200);
    expect((await authFlows.signIn(authFlows.newBrowser(), email)).status).toBe(429);
  });

  test('a device cookie of another user or a forged one does not make a browser known', async () => {
    const [{ email }, other] = [await makeUserWithDevice(), await makeUserWithDevice()];
    await reachLimit(email);
    expect((await authFlows.signIn(withDevice(deviceIn(other.client)), email)).status).toBe(429);
    expect((await authFlows.signIn(withDevice('x'.repeat(43)), email)).status).toBe(429);
  });

  test('a known device has its own limit', async () => {
    const { email, client } = await makeUserWithDevice();
    expect((await authFlows.signIn(client, email, 'a guess')).status).toBe(401);
    await database.pool.query(`UPDATE rate_limits SET count = 10 WHERE key LIKE 'sign-in:account:%' AND count > 0`);
    expect((await authFlows.signIn(client, email)).status).toBe(429);
    expect((await authFlows.signIn(authFlows.newBrowser(), email)).status).toBe(200);
  });

  test('the owner is notified of every new browser but the first, and only once', async () => {
    const { email } = await makeUser(database, { password });
    const first = authFlows.newBrowser();
    await authFlows.signIn(first, email);
    await first.post('/api/auth/sign-out');
    await authFlows.signIn(first, email);
    expect(await templates(email)).toEqual([]);

    const second = authFlows.newBrowser();
    const headers = { 'User-Agent': firefox, 'Accept-Language': 'fr-FR' };
    await second.post('/api/auth/sign-in/password', { email, password }, headers);
    const [mail] = await mailsTo(database, email);
    expect(mail).toMatchObject({
      template: 'new-device',
      locale: 'fr',
      data: { browser: 'Firefox', system: 'Linux', link: `${siteUrl}/customer-portal/security` },
    });
    await authFlows.signIn(second, email);
    await authFlows.signIn(first, email);
    expect(await templates(email)).toEqual(['new-device']);
  });

  test('a failed sign-in sends no mail and remembers no browser', async () => {
    const { email, userId } = await makeUser(database, { password });
    await authFlows.signIn(authFlows.newBrowser(), email);
    const failed = await authFlows.signIn(authFlows.newBrowser(), email, 'wrong one');
    expect(failed.headers.getSetCookie()).toEqual([]);
    expect(await templates(email)).toEqual([]);
    const { rows } = await database.pool.query('SELECT 1 FROM known_devices WHERE user_id = $1', [userId]);
    expect(rows).toHaveLength(1);
  });

  test('a browser known to one user is new to another', async () => {
    const [one, other] = [await makeUser(database, { password }), await makeUser(database, { password })];
    await authFlows.signIn(authFlows.newBrowser(), other.email);
    const shared = authFlows.newBrowser();
    await authFlows.signIn(shared, one.email);
    await authFlows.signIn(shared, other.email);
    expect([await templates(one.email), await templates(other.email)]).toEqual([[], ['new-device']]);
  });

  test('the device cookie is HttpOnly, and stored as a hash', async () => {
    const { email, userId } = await makeUser(database, { password });
    const client = authFlows.newBrowser();
    const { headers } = await authFlows.signIn(client, email);
    const cookie = headers.getSetCookie().find((one) => one.startsWith('portal.device='));
    expect(cookie).toMatch(/^portal\.device=[\w-]{43}\.[\w%]+; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/);
    const { rows } = await database.pool.query('SELECT * FROM known_devices WHERE user_id = $1', [userId]);
    expect(JSON.stringify(rows)).not.toContain(assertDefined(client.jar.get('portal.device')).split('.')[0]);
  });

  test('a forged device cookie is replaced, and a real one survives a rotation of AUTH_SECRET', async () => {
    const { email } = await makeUser(database, { password });
    const planted = authFlows.newBrowser(`portal.device=${'A'.repeat(43)}`);
    await authFlows.signIn(planted, email);
    const issued = assertDefined(planted.jar.get('portal.device'));
    expect(issued).not.toContain('AAAA');
    const nextSecret = 'another secret of thirty-two letters';
    const later = createAuthFlows(await openApi(database, { secretsBefore: [secret] }, nextSecret), database);
    const known = later.newBrowser(`portal.device=${issued}`);
    await later.signIn(known, email);
    expect(await templates(email)).toEqual([]);
    const withoutOldSecret = createAuthFlows(await openApi(database, {}, nextSecret), database);
    await withoutOldSecret.signIn(withoutOldSecret.newBrowser(`portal.device=${issued}`), email);
    expect(await templates(email)).toEqual(['new-device']);
  });

  test('the number of known devices per user is limited', async () => {
    const { email, userId } = await makeUser(database, { password });
    await database.pool.query(
      `INSERT INTO known_devices (user_id, device_hash, last_seen_at)
      SELECT $1, lpad(n::text, 43, '0'), now() - make_interval(days => n) FROM generate_series(1, 60) AS n`,
      [userId],
    );
    await authFlows.signIn(authFlows.newBrowser(), email);
    const { rows } = await database.pool.query<{ device_hash: string }>(
      'SELECT device_hash FROM known_devices WHERE user_id = $1 ORDER BY last_seen_at DESC',
      [userId],
    );
    expect(rows).toHaveLength(50);
    expect(rows[1]?.device_hash).toMatch(/^0+1$/);
  });

  test('a sign-in fails as a whole if its mail cannot be queued', async () => {
    const { email, userId } = await makeUser(database, { password });
    await authFlows.signIn(authFlows.newBrowser(), email);
    const asOwner = async (statement: string) => {
      const connection = await database.pool.connect();
      for (const one of ['RESET ROLE', statement, 'SET ROLE portal_app']) await connection.query(one);
      connection.release();
    };
    await asOwner(`ALTER TABLE jobs ADD CONSTRAINT full_disk CHECK (data->>'template' <> 'new-device') NOT VALID`);
    try {
      const failed = await authFlows.signIn(authFlows.newBrowser(), email);
      expect(failed.status).toBe(500);
      expect(failed.headers.getSetCookie()).toEqual([]);
    } finally {
      await asOwner('ALTER TABLE jobs DROP CONSTRAINT full_disk');
    }
    const { rows } = await database.pool.query('SELECT 1 FROM known_devices WHERE user_id = $1', [userId]);
    expect(rows).toHaveLength(1);
  });
});
