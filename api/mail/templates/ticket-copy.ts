import type { NotificationEvent } from '#contract/notifications.ts';

/** The words of mails about tickets, in one language. The portal is English and the desk French; each mail follows its link. */
export interface TicketCopy {
  moment: (at: string) => string;
  status: Record<string, string>;
  /** The subject, by the most important news in the mail. */
  title: Record<NotificationEvent, string>;
  staffTitle: Record<NotificationEvent, string>;
  /** The title if the ticket was merged, and what follows it: the other ticket, if the reader may see it. */
  merged: { title: string; into: (ticket: string, link: string) => string; elsewhere: string; open: string };
  /** The title of a warning to staff that a response is due soon. */
  dueSoon: string;
  ticket: (number: string, subject: string) => string;
  of: (customer: string) => string;
  /** For a person whose name is unknown. */
  somebody: { customer: string; staff: string; system: string };
  unverified: (address: string) => string;
  dueBy: (moment: string) => string;
  wasDue: (moment: string) => string;
  statusIs: (status: string) => string;
  assignedTo: (name: string | null) => string;
  watching: string;
  /** Above what somebody wrote. */
  wrote: (name: string, moment: string) => string;
  /** Above the names of files, which are on the page of the ticket. */
  files: (count: number) => string;
  file: (name: string, bytes: number) => string;
  earlier: (count: number) => string;
  /** The link below a long text. */
  more: (lines: number) => string;
  open: string;
  works: string;
  broken: string;
  asks: string;
  canReply: string;
  cannotReply: string;
  preferences: (link: string) => string;
  digest: { subject: string; title: string; preview: (count: number) => string; intro: string; button: string };
}

const units = ['byte', 'kilobyte', 'megabyte'] as const;

/** Three digits at most, as file managers show it. */
export function formatSize(locale: string, bytes: number): string {
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1);
  const options = { style: 'unit', unit: units[power] ?? 'byte', maximumSignificantDigits: 3 } as const;
  return new Intl.NumberFormat(locale, options).format(bytes / 1000 ** power);
}

// Always the office's time zone.
export const officeZone = 'Europe/Paris';
