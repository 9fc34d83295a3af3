import type { NotificationEvent } from '#contract/notifications.ts';

/** The words of mails about tickets, in one language. The portal is English and the desk French; each mail follows its link. */
export interface TicketCopy {
  moment: (at: string) => string;
  status: Record<string, string>;
  /** Of the most important news in the mail. */
  title: Record<NotificationEvent, string>;
  staffTitle: Record<NotificationEvent, string>;
  ticket: (number: string, subject: string) => string;
  of: (customer: string) => string;
  /** Of a person whose name is not known. */
  somebody: { customer: string; staff: string; system: string };
  dueBy: (moment: string) => string;
  wasDue: (moment: string) => string;
  statusIs: (status: string) => string;
  assignedTo: (name: string | null) => string;
  watching: string;
  /** Above what somebody wrote. */
  wrote: (name: string, moment: string) => string;
  earlier: (count: number) => string;
  open: string;
  works: string;
  broken: string;
  asks: string;
  canReply: string;
  cannotReply: string;
  preferences: (link: string) => string;
  digest: { subject: string; title: string; preview: (count: number) => string; intro: string; button: string };
}

// Always the office's time zone.
export const officeZone = 'Europe/Paris';
