import { z } from 'zod';
import { languages } from '#contract/languages.ts';
import { notificationEvents } from '#contract/notifications.ts';
import { slaKinds } from '#contract/ticket-states.ts';

const span = { since: z.number(), until: z.number() };
// Another version may know more events.
const events = z.array(z.string()).transform((names) => notificationEvents.filter((event) => names.includes(event)));
const digestItem = z.object({ ticketId: z.uuid(), ...span, events });

/** Which target is due or was missed. Jobs of the version before have none. */
const target = z.enum(slaKinds).default('response');

/** The values of mails about tickets: what they say is read when they are sent. */
export const newsValues = z.object({
  ...span,
  events,
  replyTo: z.string().optional(),
  ratingToken: z.string().optional(),
  target,
});
export const digestValues = z.object({ items: z.array(digestItem) });

/** A mail that reminds of invoices: what is still owed is read when it is sent. */
export const reminderValues = z.object({ reminders: z.array(z.uuid()) });

/** A mail about a lead: its fields are read when it is sent. */
export const leadMailValues = z.object({ leadId: z.uuid() });
/** A reply to the prospect: its text is read when it is sent. */
export const leadReplyValues = z.object({ messageId: z.uuid(), replyTo: z.string().optional() });
/** A mail about the newsletter: its email address and its links are read when it is sent. */
export const newsletterValues = z.object({ subscriberId: z.uuid() });
/** A mail about an appointment: what it says is read when it is sent, unless another mail about a later change follows. */
export const appointmentValues = z.object({
  appointmentId: z.uuid(),
  /** Part of the link that manages it. */
  token: z.string(),
  sequence: z.number(),
});
/** For a host, who may have left or lost it to another one. `previousStart`: of an appointment that was moved. */
export const appointmentNoticeValues = z.object({
  appointmentId: z.uuid(),
  hostId: z.uuid(),
  sequence: z.number(),
  previousStart: z.iso.datetime().optional(),
});

const nothing = z.object({});

/** The data of jobs by kind. Functions and triggers of the database enqueue some of them. */
export const jobSchemas = {
  mail: z.object({
    template: z.string(),
    recipient: z.string(),
    // Another version may know more languages.
    locale: z.enum(languages).catch('en'),
    /** May contain a secret: deleted when the job ends. */
    values: z.record(z.string(), z.unknown()),
    /** The recipient's server rejected the mail permanently. */
    isRejected: z.literal(true).optional(),
  }),
  'ticket-notice': z.object({
    since: z.number(),
    /** Customers are not told that the ticket was opened. */
    isQuiet: z.literal(true).optional(),
  }),
  digest: digestValues.extend({ isStaff: z.boolean() }),
  'sla-warning': z.object({ target }),
  'sla-alert': z.object({ target }),
  'sla-check': nothing,
  'auto-close': nothing,
  'snooze-check': nothing,
  'reminder-check': nothing,
  'appointment-check': nothing,
  'iban-notice': z.object({ number: z.string(), sender: z.string(), isRefused: z.boolean() }),
  'bank-notice': z.object({ accountId: z.uuid() }),
  reply: z.object({ replyId: z.uuid() }),
  retention: nothing,
  scan: z.object({ attachmentId: z.uuid() }),
  'received-mail': z.object({ mail: z.uuid() }),
  webhook: z.object({ messageId: z.uuid() }),
};

export type JobKind = keyof typeof jobSchemas;

/** The jobs that leave the installation, or enqueue those that do. They are on hold after a restore. */
export const outboundKinds: readonly JobKind[] = [
  'mail',
  'webhook',
  'ticket-notice',
  'digest',
  'sla-warning',
  'sla-alert',
  'reminder-check',
  'appointment-check',
  'iban-notice',
  'bank-notice',
];
export type JobData<Kind extends JobKind> = z.output<(typeof jobSchemas)[Kind]>;
