import { desc, eq, sql } from 'drizzle-orm';
import { day } from '#api/auth/core/auth-settings.ts';
import { listSessions, requireConfirmedUser } from '#api/auth/session/sessions.ts';
import { recordEvent } from '#api/db/audit-log.ts';
import { columns, json } from '#api/db/columns.ts';
import { jobs } from '#api/db/job-schema.ts';
import { runAsSession } from '#api/db/tenant.ts';
import { knownDevices, passkeys, users } from '#api/db/user-schema.ts';
import { type OwnData, tablesSchema } from '#contract/profile.ts';
import type { PeopleContext } from './people.ts';

const owned = columns({ data: json('own_data()', tablesSchema) });
const exportsPerDay = 5;

/** What we hold about the signed-in user, of all their customers. Without hashes and secrets, and what only staff write. */
export async function exportOwnData({ database, auth, caller, request }: PeopleContext): Promise<OwnData> {
  const { orm, limiter } = auth;
  const { userId } = await requireConfirmedUser(auth, request);
  await limiter.consume('export', { account: [userId, exportsPerDay, day] });
  const [account] = await orm
    .select({
      id: users.id,
      email: users.email,
      name: users.name,
      language: users.language,
      createdAt: users.createdAt,
      lastSignedInAt: users.lastSignedInAt,
      hasSecondFactor: users.twoFactorEnabled,
    })
    .from(users)
    .where(eq(users.id, userId));
  const keys = await orm
    .select({ name: passkeys.name, createdAt: passkeys.createdAt })
    .from(passkeys)
    .where(eq(passkeys.userId, userId));
  const devices = await orm
    .select({ firstSeenAt: knownDevices.firstSeenAt, lastSeenAt: knownDevices.lastSeenAt })
    .from(knownDevices)
    .where(eq(knownDevices.userId, userId));
  const mails = await orm
    .select({ template: sql<string>`${jobs.data}->>'template'`, createdAt: jobs.createdAt, sentAt: jobs.doneAt })
    .from(jobs)
    .where(sql`${jobs.kind} = 'mail' AND lower(${jobs.data}->>'recipient') = ${account?.email ?? ''}`)
    .orderBy(desc(jobs.createdAt))
    .limit(1000);
  const { sessions } = await listSessions(auth, request);
  const [rows] = await runAsSession(database, caller, 'read', { name: 'own-data', text: `SELECT ${owned.sql}` });
  await recordEvent(orm, { event: 'user.exported', actor: 'user', userId }, request);
  // Times as they are sent.
  const sent: unknown = JSON.parse(
    JSON.stringify({ account: [account], sessions, passkeys: keys, knownBrowsers: devices, mails }),
  );
  return {
    exportedAt: new Date().toISOString(),
    tables: { ...tablesSchema.parse(sent), ...owned.first(rows)?.data },
  };
}
