import { sql } from 'drizzle-orm';
import type { ClientBase } from 'pg';
import { newLinkToken } from '#api/auth/core/tokens.ts';
import { ormOn, type Transaction } from '#api/db/transaction-context.ts';
import type { JobHandlers, Outcome } from '#api/jobs/worker.ts';
import { hashToken } from '#api/lib/hash-token.ts';
import type { Log } from '#api/lib/log.ts';
import { type AppointmentTemplate, appointmentNotices } from '#api/mail/mail.ts';
import { enqueueMail } from '#api/mail/queue.ts';

interface Changed {
  id: string;
  /** Set for an appointment that was moved. */
  previousHost?: string;
  previousStart?: Date;
}

/**
 * In the transaction of what it is about, as the server. Every mail has a link of its own, unless it has the token of one. The host gets a mail
 * too of what changes a calendar.
 */
export async function enqueueAppointmentMail(
  tx: Transaction,
  template: AppointmentTemplate,
  { id, previousHost, previousStart }: Changed,
  known?: string,
): Promise<void> {
  const token = known ?? newLinkToken();
  const { rows } = await tx.execute<{ email: string | null; userId: string | null; sequence: number; hostId: string }>(
    sql`SELECT email, user_id AS "userId", sequence, host_id AS "hostId" FROM add_appointment_token(${id}, ${hashToken(token)})`,
  );
  const [found] = rows;
  if (found === undefined || found.email === null) return;
  const { email, userId, sequence, hostId } = found;
  await enqueueMail(tx, {
    template: `appointment-${template}`,
    recipient: email,
    // The site is French; a user's own language counts if it is stored.
    locale: userId === null ? 'fr' : 'en',
    userId,
    data: { appointmentId: id, token, sequence },
  });
  const notice = appointmentNotices.find((one) => one === template);
  if (notice === undefined) return;
  const previous = previousStart === undefined ? {} : { previousStart: previousStart.toISOString() };
  const isOther = previousHost !== undefined && previousHost !== hostId;
  const tell = async (what: typeof notice, host: string, more: { previousStart?: string } = {}) => {
    const hosts = await tx.execute<{ userId: string; email: string }>(
      sql`SELECT user_id AS "userId", email FROM host_for_mail(${host})`,
    );
    for (const recipient of hosts.rows)
      await enqueueMail(tx, {
        template: `appointment-${what}-staff`,
        recipient: recipient.email,
        locale: 'fr',
        userId: recipient.userId,
        data: { appointmentId: id, hostId: host, sequence, ...more },
      });
  };
  if (isOther) await tell('cancelled', previousHost, previous);
  await (isOther ? tell('booked', hostId) : tell(notice, hostId, previous));
}

const batchSize = 200;
const intervalMs = 5 * 60 * 1000;

/** 24 hours and one hour before. Without BOOKING there is no such job. */
export const appointmentHandlers = ({ hasBooking }: { hasBooking: boolean }, log: Log): JobHandlers =>
  hasBooking
    ? {
        'appointment-check': {
          recurring: { firstAfterSeconds: 30 },
          maxRetrySeconds: 10 * 60,
          transact: (client, _job, now) => remind(client, now, log),
        },
      }
    : {};

async function remind(client: ClientBase, now: Date, log: Log): Promise<Outcome> {
  const { rows } = await client.query<{ id: string }>('SELECT id FROM claim_appointment_reminders($1, $2)', [
    now,
    batchSize,
  ]);
  for (const one of rows) await enqueueAppointmentMail(ormOn(client), 'reminder', one);
  if (rows.length > 0) log.info({ recipients: rows.length }, 'reminders of appointments enqueued');
  return { notBefore: rows.length === batchSize ? now : new Date(now.getTime() + intervalMs) };
}
