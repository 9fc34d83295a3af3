import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { recordEvent } from '#api/db/audit-log.ts';
import { inSession, leaveSession } from '#api/db/tenant.ts';
import { fromSqlState, UserError } from '#api/lib/errors.ts';
import type { StaffMessage } from '#contract/people.ts';
import type { PeopleContext } from './people.ts';

/** Anybody can sign up: together they must not fill the list that mails of customers wait in. */
const limits = { perDay: 5, allPerHour: 60 };

const rejectMessage = fromSqlState({
  'PT409 already_member': new UserError('already_member', 'Your account has a company. Please reload the page.'),
  PT429: 'Too many messages were sent recently. Please try again later, or call us.',
});

/** A message of a user without a customer. It waits with the held mails, where staff answer it or open a ticket. */
export async function writeToStaff(
  { auth, caller, request }: PeopleContext,
  { company, body }: StaffMessage,
  idempotencyKey: string = randomUUID(),
): Promise<void> {
  await inSession(auth.orm, caller.sessionToken, async (tx, userId) => {
    const { rows } = await tx
      .execute<{ id: string | null }>(
        sql`SELECT write_to_staff(${company}, ${body}, ${idempotencyKey}, ${limits.perDay}, ${limits.allPerHour}) AS id`,
      )
      .catch(rejectMessage);
    const id = rows[0]?.id ?? undefined;
    if (id === undefined) return;
    await leaveSession(tx);
    await recordEvent(tx, { event: 'mail.written', actor: 'user', userId, entity: `mail:${id}` }, request);
  });
}
