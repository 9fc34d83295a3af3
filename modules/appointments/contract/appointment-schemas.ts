import { z } from 'zod';
import {
  appointmentKinds,
  appointmentStatuses,
  maxCancelledAtOnce,
  maxSlotDays,
  meetings,
  type OpenPeriod,
  type WeeklyHours,
} from '#contract/appointments.ts';
import { mailLinkSchema } from '#contract/auth.ts';
import { honeypotField, maxLeadTextLength, maxProofLength } from '#contract/leads.ts';
import { day, email, isStorable, line, moment, text } from '#contract/fields.ts';
import { maxCompanyNameLength, maxPersonNameLength } from '#contract/limits.ts';

const kind = z.enum(appointmentKinds);
const meeting = z.enum(meetings);
const dayMs = 24 * 60 * 60 * 1000;

/** Within what the database can compute with. */
const start = moment
  .refine((at) => /^20\d\d-/.test(at), 'must be in this century')
  .meta({ description: 'The beginning of a time that is offered' });

/** A range that is shorter than the most that may be asked for. */
const slotRange = z.strictObject({ kind, from: start, until: start });
const isShort = ({ from, until }: z.infer<typeof slotRange>) =>
  Date.parse(until) - Date.parse(from) <= maxSlotDays * dayMs;
export const slotsQuery = slotRange.refine(isShort, `This period is longer than ${maxSlotDays} days.`);
export type SlotsQuery = z.infer<typeof slotsQuery>;
export const slotsSchema = z.object({
  items: z.array(z.object({ startsAt: moment, endsAt: moment })),
  hasMore: z.boolean().meta({ description: 'Whether hosts offer times after this period' }),
});
export type Slots = z.infer<typeof slotsSchema>;

const isTimeZone = (name: string) => {
  try {
    return Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
};
/** A browser may know zones that this server does not: then mails have the time of Nice only. */
const guestZone = z
  .string()
  .regex(/^[A-Za-z][\w+/-]{0,63}$/, 'is not the name of a time zone')
  .optional()
  .transform((name) => (name !== undefined && isTimeZone(name) ? name : null))
  .meta({ description: 'The time zone of the browser, for mails', example: 'Asia/Dubai' });

const visibleLine = (max: number, message: string) => line(max).trim().min(1, message);
const choice = {
  kind,
  startsAt: start,
  meeting,
  phone: line(50).trim().default(''),
  additionalInfo: text(2000).default(''),
  zone: guestZone,
};
export const holdAppointmentSchema = z.strictObject({
  ...choice,
  name: visibleLine(maxPersonNameLength, 'Please enter your name.'),
  company: visibleLine(maxCompanyNameLength, 'Please enter your company.'),
  email,
  consent: z.string().regex(/^[\w-]{43}$/, 'Please send the hash of the notice.'),
  proof: z
    .string()
    .max(maxProofLength)
    .optional()
    .meta({ description: 'Base64 of {challenge, solution} as JSON, of a challenge of /api/leads/challenge' }),
  [honeypotField]: z.string().max(maxLeadTextLength).optional().meta({ description: 'Left empty by people' }),
});
export type HoldAppointment = z.infer<typeof holdAppointmentSchema>;
/** The key is the browser's: a repeated request holds nothing twice. */
export const holdHeaders = z.object({
  'Idempotency-Key': z.string('is missing').regex(/^[\w-]{8,100}$/, 'must be 8 to 100 letters, digits, - or _'),
});
export const bookAppointmentSchema = z.strictObject(choice);
export type BookAppointment = z.infer<typeof bookAppointmentSchema>;

export const appointmentSchema = z.object({
  id: z.uuid(),
  kind,
  startsAt: moment,
  endsAt: moment,
  status: z.enum(appointmentStatuses),
  meeting,
  host: z.string().nullable().meta({ description: 'Name of the staff member; null once they have left' }),
  uid: z.uuid().meta({ description: 'Of the event in calendars; `sequence` grows with each change' }),
  sequence: z.int(),
});
export type Appointment = z.infer<typeof appointmentSchema>;
export const foundAppointmentSchema = appointmentSchema.extend({
  heldUntil: moment.nullable().meta({ description: 'Until when the time is held; null once it is booked' }),
});
export type FoundAppointment = z.infer<typeof foundAppointmentSchema>;
export const appointmentsSchema = z.object({ items: z.array(appointmentSchema) });
export type Appointments = z.infer<typeof appointmentsSchema>;

export const rescheduleByLinkSchema = mailLinkSchema.extend({ startsAt: start });
export const appointmentIdSchema = z.strictObject({ id: z.uuid() });
export const rescheduleAppointmentSchema = appointmentIdSchema.extend({ startsAt: start });
export const finishAppointmentSchema = appointmentIdSchema.extend({ outcome: z.enum(['done', 'no_show']) });
export type FinishAppointment = z.infer<typeof finishAppointmentSchema>;

export const deskAppointmentsQuery = z
  .strictObject({ from: start, until: start })
  .refine((range) => isShort({ kind: 'general', ...range }), `This period is longer than ${maxSlotDays} days.`);
export type DeskAppointmentsQuery = z.infer<typeof deskAppointmentsQuery>;
export const deskAppointmentsSchema = z.object({
  items: z.array(
    appointmentSchema.extend({
      hostId: z.uuid(),
      name: z.string(),
      company: z.string(),
      email: z.string(),
      phone: z.string(),
      additionalInfo: z.string(),
      customerId: z.uuid().nullable(),
      leadId: z.uuid().nullable(),
      domain: z
        .string()
        .nullable()
        .meta({ description: 'Of the email address, without subdomains; null for customers and mail services' }),
    }),
  ),
});
export type DeskAppointments = z.infer<typeof deskAppointmentsSchema>;

const domain = z.string().min(1).max(254);
export const domainAppointmentsQuery = z.strictObject({ domain });
export const cancelDomainSchema = z.strictObject({
  domain,
  ids: z
    .array(z.uuid())
    .min(1)
    .max(maxCancelledAtOnce)
    .meta({ description: 'The appointments that were shown; the others of this domain are kept' }),
});
export type CancelDomain = z.infer<typeof cancelDomainSchema>;
export const cancelledDomainSchema = z.object({ cancelled: z.int() });

const localTime = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 09:00');
const periods: z.ZodType<OpenPeriod[]> = z
  .array(
    z
      .strictObject({ from: localTime, to: z.union([localTime, z.literal('24:00')]) })
      .refine(({ from, to }) => from < to, 'This period ends before it begins.'),
  )
  .max(24);
const weekly: z.ZodType<WeeklyHours> = z
  .partialRecord(z.enum(['1', '2', '3', '4', '5', '6', '7']), periods)
  .meta({ description: 'Periods in local time by ISO weekday, 1 is Monday' });
const zone = z
  .string()
  .max(64)
  .refine((name) => isStorable(name) && Intl.supportedValuesOf('timeZone').includes(name), 'is not a time zone')
  .meta({ example: 'Europe/Paris' });

const hostSettings = {
  zone,
  weekly,
  noticeHours: z.int().min(0).max(720),
  horizonDays: z.int().min(1).max(365),
  bufferMinutes: z.int().min(0).max(240),
  kinds: z.array(kind).refine((list) => new Set(list).size === list.length, 'Please name each kind once.'),
  isOpen: z.boolean(),
};
export const saveHostSchema = z
  .strictObject(hostSettings)
  .partial()
  .extend({
    userId: z.uuid().meta({ description: 'The staff member; only admins change the hours of others' }),
    version: z.int().nullable().meta({ description: 'Of the hours that were read; null for a new host' }),
  })
  .meta({ description: 'What is left out stays as it is' });
export type SaveHost = z.infer<typeof saveHostSchema>;

export const hostExceptionSchema = z.strictObject({
  userId: z.uuid(),
  day,
  hours: periods.nullable().optional().meta({ description: 'Null: closed; left out: the usual hours again' }),
});
export type HostException = z.infer<typeof hostExceptionSchema>;

export const hostsSchema = z.object({
  items: z.array(
    z.object({
      ...hostSettings,
      // Another version of the server may have known it.
      zone: z.string(),
      userId: z.uuid(),
      name: z.string(),
      version: z.int(),
      exceptions: z.array(z.object({ day, hours: periods.nullable() })),
    }),
  ),
});
export type Hosts = z.infer<typeof hostsSchema>;
export type Host = Hosts['items'][number];
