import { z } from 'zod';
import { appointmentNoticeValues, appointmentValues } from '#api/jobs/job-data.ts';
import type { Connection, DueJob } from '#api/jobs/queue.ts';
import { company } from '#api/lib/company.ts';
import type { PreparedMail, PrepareMail } from '#api/mail/delivery.ts';
import { isolateArabic } from '#api/mail/isolate.ts';
import {
  type AppointmentNotice,
  appointmentNotices,
  appointmentTemplates,
  type AppointmentTemplate,
  type Locale,
  siteLinks,
} from '#api/mail/mail.ts';
import { appointmentArabic } from './mails/appointment-arabic.ts';
import { type AppointmentCopy, appointmentEnglish, noticeEnglish } from './mails/appointment-english.ts';
import { appointmentFrench, noticeFrench } from './mails/appointment-french.ts';
import { organizerOf, writeInvitation } from '#api/services/calendar/icalendar.ts';
import { appointmentKinds, appointmentStatuses, meetings } from '#contract/appointments.ts';

const stored = z.object({
  uid: z.uuid(),
  sequence: z.number(),
  kind: z.enum(appointmentKinds),
  startsAt: z.coerce.date(),
  endsAt: z.coerce.date(),
  status: z.enum(appointmentStatuses),
  meeting: z.enum(meetings),
  name: z.string(),
  company: z.string(),
  email: z.string(),
  userId: z.uuid().nullable(),
  phone: z.string(),
  additionalInfo: z.string(),
  zone: z.string().nullable(),
  hostId: z.uuid(),
  hostName: z.string().nullable(),
});
type Stored = z.output<typeof stored>;

const copies: Record<Locale, AppointmentCopy> = {
  en: appointmentEnglish,
  fr: appointmentFrench,
  ar: appointmentArabic,
};
const deskCopies = { en: { ...appointmentEnglish, ...noticeEnglish }, fr: { ...appointmentFrench, ...noticeFrench } };
/** The language of a host's calendar. */
export const deskCopy = deskCopies.fr;

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

/** What a host reads in a calendar. */
export const summaryForHost = (
  { kind, name, company: from }: Pick<Stored, 'kind' | 'name' | 'company'>,
  copy = deskCopy,
) => `${copy.kinds[kind]} – ${name}${from === '' ? '' : ` (${from})`}`;

/** By template, for the delivery of mails. What was changed since has a mail of its own. */
export function prepareAppointmentMails({ database, siteUrl, mailFrom }: PrepareDeps): Record<string, PrepareMail> {
  const links = siteLinks(siteUrl);
  const { hostname } = new URL(siteUrl);
  const organizer = organizerOf(mailFrom);
  const query = async <Row extends object>(text: string, id: string) => {
    const pool = database()?.pool;
    if (pool === undefined) throw new Error('The database is not open.');
    return (await pool.query<Row>(text, [id])).rows[0];
  };
  const read = async (id: string): Promise<Stored | undefined> => {
    const row = await query<{ found: unknown }>('SELECT read_appointment($1) AS found', id);
    return stored.nullable().parse(row?.found ?? null) ?? undefined;
  };
  const invite = (
    method: 'REQUEST' | 'CANCEL',
    { uid, sequence, startsAt, endsAt }: Stored,
    text: { location: string; summary: string; description: string },
    attendee: { name: string; email: string },
  ) => {
    const event = { uid: `${uid}@${hostname}`, sequence, startsAt, endsAt, ...text };
    return { method, content: writeInvitation({ method, event, organizer, attendee }, new Date()) };
  };

  const forGuest = async (
    template: AppointmentTemplate,
    { data }: DueJob<'mail'>,
  ): Promise<PreparedMail | undefined> => {
    const { appointmentId, token, sequence } = appointmentValues.parse(data.values);
    const found = await read(appointmentId);
    if (found === undefined || found.sequence !== sequence || found.status !== expected[template]) return undefined;
    if (template === 'reminder' && found.startsAt <= new Date()) return undefined;
    const locale = found.userId === null ? 'fr' : data.locale;
    const copy = copies[locale];
    const { kind, meeting, startsAt, zone } = found;
    const link = template === 'confirm' ? links.confirmAppointment(token) : links.appointment(token);
    const content = copy.contents[template]({
      kind: copy.kinds[kind],
      meeting: copy.meetings[meeting],
      at: copy.moment(startsAt, zone),
      fact: copy.fact(startsAt, zone),
      minutes: minutesOf(found),
      host: found.hostName === null ? undefined : isolateArabic(found.hostName),
      link,
      newLink: `${siteUrl}/schedule-consultation`,
      company: company.name,
    });
    const text = {
      location: copy.meetings[meeting],
      summary: copy.summary(copy.kinds[kind], company.name),
      description: template === 'cancelled' ? '' : copy.manage(link),
    };
    const hasInvitation = template !== 'confirm' && template !== 'reminder';
    const method = template === 'cancelled' ? 'CANCEL' : 'REQUEST';
    return {
      recipient: found.email,
      locale,
      content: { ...content, automatic: copy.automatic(company.name) },
      thread: `appointment-${found.uid}`,
      ...(hasInvitation && { invitation: invite(method, found, text, found) }),
    };
  };

  const forHost = async (notice: AppointmentNotice, { data }: DueJob<'mail'>): Promise<PreparedMail | undefined> => {
    const { appointmentId, hostId, sequence, previousStart } = appointmentNoticeValues.parse(data.values);
    const found = await read(appointmentId);
    const host = await query<{ email: string; name: string }>('SELECT email, name FROM host_for_mail($1)', hostId);
    if (found === undefined || host === undefined) return undefined;
    const isLost = found.hostId !== hostId;
    const isCurrent = !isLost && found.sequence === sequence && found.status === expected[notice];
    if (!isCurrent && !(isLost && notice === 'cancelled')) return undefined;
    const locale = data.locale === 'en' ? 'en' : 'fr';
    const copy = deskCopies[locale];
    const previous = previousStart === undefined ? undefined : new Date(previousStart);
    // It has another time now, with another host.
    const event = isLost && previous !== undefined ? { ...found, ...moved(found, previous) } : found;
    const content = copy.notices[notice]({
      kind: copy.kinds[found.kind],
      meeting: copy.meetings[found.meeting],
      at: copy.moment(event.startsAt, null),
      fact: copy.fact(event.startsAt, null),
      before: previous === undefined ? undefined : copy.moment(previous, null),
      minutes: minutesOf(found),
      guest: isolateArabic(found.name),
      guestCompany: isolateArabic(found.company),
      email: found.email,
      phone: found.phone,
      additionalInfo: found.additionalInfo,
      isLost,
      link: links.deskAppointments,
      company: company.name,
    });
    const text = {
      location: copy.meetings[found.meeting],
      summary: summaryForHost(found, copy),
      description: [found.email, found.phone, found.additionalInfo].filter((part) => part !== '').join('\n'),
    };
    const method = notice === 'cancelled' ? 'CANCEL' : 'REQUEST';
    return {
      recipient: host.email,
      locale,
      content,
      thread: `appointment-${found.uid}`,
      replyTo: found.email,
      invitation: invite(method, event, text, host),
    };
  };

  return Object.fromEntries<PrepareMail>([
    ...appointmentTemplates.map(
      (name) => [`appointment-${name}`, (job: DueJob<'mail'>) => forGuest(name, job)] as const,
    ),
    ...appointmentNotices.map(
      (name) => [`appointment-${name}-staff`, (job: DueJob<'mail'>) => forHost(name, job)] as const,
    ),
  ]);
}

const minutesOf = ({ startsAt, endsAt }: Stored) => Math.round((endsAt.getTime() - startsAt.getTime()) / 60_000);
const moved = ({ startsAt, endsAt }: Stored, to: Date) => ({
  startsAt: to,
  endsAt: new Date(to.getTime() + endsAt.getTime() - startsAt.getTime()),
});
