import type { ClientBase } from 'pg';
import { z } from 'zod';
import { newLinkToken } from '#api/auth/core/tokens.ts';
import { ormOn } from '#api/db/transaction-context.ts';
import { appointmentValues } from '#api/jobs/job-data.ts';
import type { Connection, DueJob } from '#api/jobs/queue.ts';
import type { JobHandlers, Outcome } from '#api/jobs/worker.ts';
import { company } from '#api/lib/company.ts';
import { hashToken } from '#api/lib/hash-token.ts';
import type { Log } from '#api/lib/log.ts';
import type { PreparedMail, PrepareMail } from '#api/mail/delivery.ts';
import { isolateArabic } from '#api/mail/isolate.ts';
import { appointmentTemplates, type AppointmentTemplate, type Locale, siteLinks } from '#api/mail/mail.ts';
import { enqueueMail } from '#api/mail/queue.ts';
import { appointmentArabic } from '#api/mail/templates/appointment-arabic.ts';
import { type AppointmentCopy, appointmentEnglish } from '#api/mail/templates/appointment-english.ts';
import { appointmentFrench } from '#api/mail/templates/appointment-french.ts';
import { organizerOf, writeInvitation } from '#api/services/calendar/icalendar.ts';
import { appointmentKinds, appointmentStatuses, meetings } from '#contract/appointments.ts';

/** In the transaction of what it is about, as the server. Every mail has a link of its own, unless it has the token of one. */
export async function enqueueAppointmentMail(
  client: ClientBase,
  template: AppointmentTemplate,
  appointmentId: string,
  known?: string,
): Promise<void> {
  const token = known ?? newLinkToken();
  const { rows } = await client.query<{ email: string | null; userId: string | null; sequence: number }>(
    'SELECT email, user_id AS "userId", sequence FROM add_appointment_token($1, $2)',
    [appointmentId, hashToken(token)],
  );
  const [found] = rows;
  if (found === undefined || found.email === null) return;
  await enqueueMail(ormOn(client), {
    template: `appointment-${template}`,
    recipient: found.email,
    // The site is French; a user's own language counts if it is stored.
    locale: found.userId === null ? 'fr' : 'en',
    userId: found.userId,
    data: { appointmentId, token, sequence: found.sequence },
  });
}

const stored = z.object({
  uid: z.uuid(),
  sequence: z.number(),
  kind: z.enum(appointmentKinds),
  startsAt: z.coerce.date(),
  endsAt: z.coerce.date(),
  status: z.enum(appointmentStatuses),
  meeting: z.enum(meetings),
  name: z.string(),
  email: z.string(),
  userId: z.uuid().nullable(),
  phone: z.string(),
  hostName: z.string().nullable(),
});

const copies: Record<Locale, AppointmentCopy> = {
  en: appointmentEnglish,
  fr: appointmentFrench,
  ar: appointmentArabic,
};
/** Of the calendar of a host. */
export const deskCopy = copies.fr;

interface PrepareDeps {
  /** Undefined until the database has opened. */
  database: () => { pool: Connection } | undefined;
  siteUrl: string;
  mailFrom: string | undefined;
}

/** The status without which a mail is obsolete. */
const expected: Record<AppointmentTemplate, (typeof appointmentStatuses)[number]> = {
  confirm: 'held',
  booked: 'booked',
  rescheduled: 'booked',
  cancelled: 'cancelled',
  reminder: 'booked',
};

/** By template, for the delivery of mails. What was changed since has a mail of its own. */
export function prepareAppointmentMails({ database, siteUrl, mailFrom }: PrepareDeps): Record<string, PrepareMail> {
  const links = siteLinks(siteUrl);
  const { hostname } = new URL(siteUrl);
  const prepare = async (
    template: AppointmentTemplate,
    { data }: DueJob<'mail'>,
  ): Promise<PreparedMail | undefined> => {
    const pool = database()?.pool;
    if (pool === undefined) throw new Error('The database is not open.');
    const { appointmentId, token, sequence } = appointmentValues.parse(data.values);
    const { rows } = await pool.query<{ found: unknown }>('SELECT read_appointment($1) AS found', [appointmentId]);
    const found = stored.nullable().parse(rows[0]?.found ?? null);
    if (found === null || found.sequence !== sequence || found.status !== expected[template]) return undefined;
    if (template === 'reminder' && found.startsAt <= new Date()) return undefined;
    const locale = found.userId === null ? 'fr' : data.locale;
    const copy = copies[locale];
    const { kind, meeting, startsAt, endsAt } = found;
    const content = copy.contents[template]({
      kind: copy.kinds[kind],
      meeting: copy.meetings[meeting],
      at: copy.moment(startsAt),
      minutes: Math.round((endsAt.getTime() - startsAt.getTime()) / 60_000),
      host: found.hostName === null ? undefined : isolateArabic(found.hostName),
      link: template === 'confirm' ? links.confirmAppointment(token) : links.appointment(token),
      newLink: `${siteUrl}/schedule-consultation`,
      company: company.name,
    });
    const method = template === 'cancelled' ? 'CANCEL' : 'REQUEST';
    const event = {
      uid: `${found.uid}@${hostname}`,
      startsAt,
      endsAt,
      sequence,
      location: copy.meetings[meeting],
      summary: copy.summary(copy.kinds[kind], company.name),
      description: template === 'cancelled' ? '' : copy.manage(links.appointment(token)),
    };
    const organizer = organizerOf(mailFrom);
    const invitation = {
      method,
      content: writeInvitation({ method, event, organizer, attendee: found }, new Date()),
    } as const;
    const hasInvitation = template !== 'confirm' && template !== 'reminder';
    return {
      recipient: found.email,
      locale,
      content,
      thread: `appointment-${found.uid}`,
      ...(hasInvitation && { invitation }),
    };
  };
  return Object.fromEntries(
    appointmentTemplates.map((template) => [`appointment-${template}`, (job) => prepare(template, job)]),
  ) satisfies Record<string, PrepareMail>;
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
  for (const { id } of rows) await enqueueAppointmentMail(client, 'reminder', id);
  if (rows.length > 0) log.info({ recipients: rows.length }, 'reminders of appointments enqueued');
  return { notBefore: rows.length === batchSize ? now : new Date(now.getTime() + intervalMs) };
}
