import type { ClientBase } from 'pg';
import { recordByOperator } from '#api/audit/record-event.ts';
import { PlainStop } from '#api/plain-stop.ts';

/** Ends every session of a login, at once. How many there were. */
export async function endSessions(client: ClientBase, email: string): Promise<number> {
  const found = await client.query<{ id: string }>('SELECT id FROM users WHERE email = $1', [
    email.trim().toLowerCase(),
  ]);
  const userId = found.rows[0]?.id;
  if (userId === undefined) throw new PlainStop(`There is no user ${email}.`);
  const sessions = (await client.query('DELETE FROM sessions WHERE user_id = $1', [userId])).rowCount ?? 0;
  await recordByOperator(client, { event: 'session.revoked', userId, details: { sessions } });
  return sessions;
}
