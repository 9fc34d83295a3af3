/** Values of a ticket's conversation. Without zod, so that the browser can import them. */

// product §4
export const ticketStatuses = ['open', 'in_progress', 'waiting_customer', 'resolved', 'closed'] as const;
export type TicketStatus = (typeof ticketStatuses)[number];

/** The SLA target of a first response: not answered yet, waiting for the customer, answered in time, or too late. */
export const slaStates = ['running', 'paused', 'met', 'missed'] as const;
export type SlaState = (typeof slaStates)[number];

/** Office hours, or around the clock for urgent tickets of customers whose contract says so. */
export const slaCalendars = ['office', 'continuous'] as const;
export type SlaCalendar = (typeof slaCalendars)[number];

/** The office hours of the company and its time zone: Monday to Friday without French public holidays. */
export const officeTimeZone = 'Europe/Paris';
export const officeHours = { from: 8, to: 18 } as const;
/** A first response is due within this time of the calendar. */
export const firstResponseMinutes = 4 * 60;
/** Staff are warned when a response is due within this time and nobody has answered. */
export const slaWarningMinutes = 30;

/** A resolved ticket is closed after this number of days without a message. */
export const silenceDays = 7;
/** A customer reopens a closed ticket by replying within this number of days; later, the reply opens a ticket that follows it. */
export const reopenDays = 14;

/** Mails about a ticket wait this long after the first change for what follows it; those about urgent tickets do not wait. */
export const noticeDelaySeconds = 90;

export const authorKinds = ['customer', 'staff', 'system'] as const;
export type AuthorKind = (typeof authorKinds)[number];
export const messageSources = ['portal', 'desk', 'email'] as const;
export type MessageSource = (typeof messageSources)[number];

/** What a reply of the customer does, for what the form says: on a resolved ticket it asks whether it works. */
export const replyEffects = ['reply', 'answer', 'reopen', 'follow_up'] as const;
export type ReplyEffect = (typeof replyEffects)[number];

/** The events of the timeline. */
export const ticketEventKinds = [
  'status_changed',
  'assigned',
  'reopened',
  'responded',
  'response_missed',
  'watcher_added',
  'watcher_removed',
  'merged_into',
  'merged_from',
  'followed',
] as const;
export type TicketEventKind = (typeof ticketEventKinds)[number];

export const maxMessageLength = 20_000;
/** Items of one page of the conversation. */
export const threadPageSize = 50;
export const figureMonths = 12;
