import type pg from 'pg';
import { expect, test, vi } from 'vitest';
import { type ApiResponse, assertDefined, mailsTo, makeUser, password, tokenIn } from '#tests/support/api.ts';
import { describeApi } from '#tests/support/fixtures.ts';

// The embedded database has one connection: nothing waits for a lock there.
describeApi({ only: 'postgresql' }, ({ database, authFlows }) => {
  const isWaiting = async (client: pg.ClientBase) => {
    await client.query('SELECT pg_stat_clear_snapshot()');
    const { rows } = await client.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    expect(rows).toHaveLength(1);
  };

  /** Sends the request while the lock is held that every change of an account takes first. */
  async function whileLocked(email: string, request: () => Promise<ApiResponse>): Promise<ApiResponse> {
    const client = await database.pool.connect();
    try {
      // Only the owner of the connections sees their waits.
      await client.query('RESET ROLE');
      await client.query('BEGIN');
      const { rows } = await client.query('SELECT id FROM users WHERE email = $1 FOR NO KEY UPDATE', [email]);
      const { id } = assertDefined(rows[0]) as { id: string };
      const response = request();
      await vi.waitFor(() => isWaiting(client), 8000);
      // The request that waits for the user must not hold the link: whoever has locked the user deletes it next.
      const links = await client.query('SELECT FROM verifications WHERE strpos(value, $1) > 0 FOR UPDATE NOWAIT', [id]);
      expect(links.rows).toHaveLength(1);
      await client.query('COMMIT');
      return await response;
    } finally {
      client.release(true);
    }
  }

  test('confirm-email locks the user before the link', async () => {
    const { email } = await makeUser(database, { password });
    const owner = authFlows.newBrowser();
    await authFlows.signIn(owner, email);
    const newEmail = `new.${email}`;
    await owner.post('/api/auth/change-email', { newEmail });
    const token = tokenIn(assertDefined((await mailsTo(database, newEmail))[0]).data.link);
    const confirm = () => authFlows.newBrowser().post('/api/auth/confirm-email', { token });
    expect((await whileLocked(email, confirm)).status).toBe(200);
  });

  test('verify-email locks the user before the link', async () => {
    const email = 'signed.up@lock.example';
    await authFlows.signUp(authFlows.newBrowser(), email);
    expect((await whileLocked(email, () => authFlows.verify(authFlows.newBrowser(), email))).status).toBe(200);
  });
});
