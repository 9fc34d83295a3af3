import type { ClientBase } from 'pg';
import { revokeAccess } from '#api/auth/revoke-access.ts';
import { OperatorError } from '#api/lib/errors.ts';
import { ormOn } from '#api/db/transaction-context.ts';

/** Ends every session of a login at once, with its links and known browsers. Returns how many sessions there were. */
export async function endSessions(client: ClientBase, email: string): Promise<number> {
  const found = await client.query<{ id: string }>('SELECT id FROM users WHERE email = $1', [
    email.trim().toLowerCase(),
  ]);
  const userId = found.rows[0]?.id;
  if (userId === undefined) throw new OperatorError(`There is no user ${email}.`);
  const { sessions } = await revokeAccess(ormOn(client), { event: 'session.revoked', actor: 'operator', userId });
  return sessions;
}
