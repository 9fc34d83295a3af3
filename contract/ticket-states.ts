/** Values of a ticket's conversation. Without zod, so that the browser can import them. */

// product §4
export const ticketStatuses = ['open', 'in_progress', 'waiting_customer', 'resolved', 'closed'] as const;
export type TicketStatus = (typeof ticketStatuses)[number];

// product §5: customers may send others; staff choose one of these.
export const ticketPriorities = ['urgent', 'high', 'medium', 'low'] as const;

/** A target of the SLA: not reached yet, waiting for the customer, reached in time, or too late. */
export const slaStates = ['running', 'paused', 'met', 'missed'] as const;
export type SlaState = (typeof slaStates)[number];

/** Office hours, or around the clock for customers whose contract says so, for all tickets or for urgent ones. */
export const slaCalendars = ['office', 'continuous'] as const;
export type SlaCalendar = (typeof slaCalendars)[number];

/** The office hours of the company and its time zone: Monday to Friday without French public holidays. */
export const officeTimeZone = 'Europe/Paris';
export const officeHours = { from: 8, to: 18 } as const;

/** `response`: of the first response; `resolution`: until the ticket is resolved. */
export const slaKinds = ['response', 'resolution'] as const;
export type SlaKind = (typeof slaKinds)[number];
/** The targets by priority, in minutes of the calendar. A contract can have shorter ones. Unknown priorities have those of `medium`. */
export const slaMinutes = {
  response: { urgent: 60, high: 120, medium: 240, low: 480 },
  resolution: { urgent: 8 * 60, high: 16 * 60, medium: 40 * 60, low: 80 * 60 },
} as const satisfies Record<SlaKind, Record<string, number>>;
/** Staff are warned when a target is due within this time of its calendar and not reached. */
export const slaWarningMinutes = { response: 30, resolution: 120 } as const satisfies Record<SlaKind, number>;

/** A resolved ticket is closed after this number of days without a message. */
export const silenceDays = 7;
/** A customer reopens a closed ticket by replying within this number of days; later, the reply opens a ticket that follows it. */
export const reopenDays = 14;

/** Mails about a ticket wait this long after the first change for what follows it; those about urgent tickets do not wait. */
export const noticeDelaySeconds = 90;

/** How a ticket came. */
export const ticketOrigins = ['portal', 'desk', 'email', 'operator'] as const;
export type TicketOrigin = (typeof ticketOrigins)[number];

export const authorKinds = ['customer', 'staff', 'system'] as const;
export type AuthorKind = (typeof authorKinds)[number];
export const messageSources = ['portal', 'desk', 'email'] as const;
export type MessageSource = (typeof messageSources)[number];

/** What a reply of the customer does, for what the form says: on a resolved ticket it asks whether it works. */
export const replyEffects = ['reply', 'answer', 'reopen', 'follow_up'] as const;
export type ReplyEffect = (typeof replyEffects)[number];

/** What a customer says of our help once a ticket is resolved, for this number of days and once per round; the last counts. */
export const ratings = ['good', 'okay', 'bad'] as const;
export type Rating = (typeof ratings)[number];
export const ratingDays = 14;
export const maxRatingComment = 1000;

/** The events of the timeline. */
export const ticketEventKinds = [
  'status_changed',
  'assigned',
  'reopened',
  'responded',
  'response_missed',
  'resolution_missed',
  'watcher_added',
  'watcher_removed',
  'merged_into',
  'merged_from',
  'followed',
  'rated',
  'priority_changed',
  'subject_changed',
  'customer_changed',
  'message_withdrawn',
] as const;
export type TicketEventKind = (typeof ticketEventKinds)[number];

/** Events that only staff see. */
export const internalEventKinds = ['tags_changed', 'moved_from', 'snoozed', 'woken'] as const;
export type InternalEventKind = (typeof internalEventKinds)[number];

/** The longest time for which a ticket can be put aside. */
export const maxSnoozeDays = 366;

/** How long the desk lets the author of a reply take it back. */
export const undoSeconds = 10;

/** The most colleagues that one note mentions. */
export const maxMentions = 20;

export const maxMessageLength = 20_000;
/** In place of a text that staff withdrew (withdraw_mail). */
export const withdrawnText = '—';
/** Items of one page of the conversation. */
export const threadPageSize = 50;
export const figureMonths = 12;
