import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { engines, freshDatabase, type TestDatabase } from '#tests/support/database.ts';
import {
  type Answer,
  type Entrance,
  entranceTo,
  mailsTo,
  makeLogin,
  must,
  openApi,
  password,
  tokenIn,
} from '#tests/support/api.ts';

// The embedded database has one connection: nothing waits for a lock there.
describe.runIf(engines.includes('postgresql'))('on postgresql', () => {
  let database: TestDatabase;
  let entrance: Entrance;

  beforeAll(async () => {
    database = await freshDatabase('postgresql');
    entrance = entranceTo(await openApi(database), database);
  });
  afterAll(() => database.close());

  const isWaiting = async (client: pg.ClientBase) => {
    await client.query('SELECT pg_stat_clear_snapshot()');
    const { rows } = await client.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    expect(rows).toHaveLength(1);
  };

  /** Holds the lock that every change of an account takes first. */
  async function whileLocked(email: string, request: () => Promise<Answer>): Promise<Answer> {
    const client = await database.pool.connect();
    try {
      // Only the login itself sees who waits.
      await client.query('RESET ROLE');
      await client.query('BEGIN');
      const { rows } = await client.query('SELECT id FROM users WHERE email = $1 FOR NO KEY UPDATE', [email]);
      const { id } = must(rows[0]) as { id: string };
      const response = request();
      await vi.waitFor(() => isWaiting(client), 8000);
      // Who waits for the user must not hold the link, which whoever holds the user deletes next.
      const links = await client.query('SELECT FROM verifications WHERE strpos(value, $1) > 0 FOR UPDATE NOWAIT', [id]);
      expect(links.rows).toHaveLength(1);
      await client.query('COMMIT');
      return await response;
    } finally {
      client.release(true);
    }
  }

  test('confirm-email locks the user before the link', async () => {
    const { email } = await makeLogin(database, { password });
    const owner = entrance.newBrowser();
    await entrance.signIn(owner, email);
    const newEmail = `new.${email}`;
    await owner.post('/api/auth/change-email', { newEmail });
    const token = tokenIn(must((await mailsTo(database, newEmail))[0]).data.link);
    const confirm = () => entrance.newBrowser().post('/api/auth/confirm-email', { token });
    expect((await whileLocked(email, confirm)).status).toBe(200);
  });

  test('verify-email locks the user before the link', async () => {
    const email = 'signed.up@lock.example';
    await entrance.signUp(entrance.newBrowser(), email);
    expect((await whileLocked(email, () => entrance.verify(entrance.newBrowser(), email))).status).toBe(200);
  });
});
