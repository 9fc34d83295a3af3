import { officeTimeZone } from '#contract/ticket-states.ts';
import { formatSize } from './format-size.ts';

const moments = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'short', timeZone: officeTimeZone });
const days = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: officeTimeZone });
const times = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: officeTimeZone });

/** The words of mails about tickets. The portal is English and the desk French; each mail follows its link. */
export const ticketEnglish = {
  moment: (at: string) => `${moments.format(new Date(at))} (Nice time)`,
  status: {
    open: 'Open',
    in_progress: 'In Progress',
    waiting_customer: 'Waiting for you',
    resolved: 'Resolved',
    closed: 'Closed',
  } as Record<string, string>,
  /** The subject, by the most important news in the mail. */
  title: {
    received: 'We have received your ticket',
    reply: 'A new reply to your ticket',
    status: 'The status of your ticket has changed',
    assigned: 'Somebody is working on your ticket',
    watching: 'You follow a ticket',
    overdue: 'A response is overdue',
    mentioned: 'A note mentions you',
  },
  staffTitle: {
    received: 'A new ticket',
    reply: 'The customer has replied',
    status: 'The customer has changed the status',
    assigned: 'A ticket was assigned to you',
    watching: 'You follow a ticket',
    overdue: 'A response is overdue',
    mentioned: 'A note mentions you',
  },
  /** A ticket that staff opened: the title, what follows it, and the same for staff. */
  opened: {
    title: 'A ticket was opened for you',
    forYou: (name: string) => `Opened for you by ${name}. You can follow it and reply to it.`,
    by: (name: string) => `Opened by ${name}`,
  },
  /** The title if the ticket was merged, and what follows it: the other ticket, if the reader may see it. */
  merged: {
    title: 'Your ticket was merged with another one',
    into: (ticket: string) => `We closed it as a duplicate. The conversation continues in ${ticket}.`,
    elsewhere: 'We closed it as a duplicate. We continue in another ticket of your company.',
    open: 'Open the ticket that continues',
  },
  dueSoon: 'A response is due soon',
  resolution: {
    dueSoon: 'A resolution is due soon',
    overdue: 'A resolution is overdue',
    dueBy: (moment: string) => `The ticket has to be resolved by ${moment}.`,
    wasDue: (moment: string) => `The resolution was due by ${moment}.`,
  },
  ticket: (number: string, subject: string) => `${number}: ${subject}`,
  of: (customer: string) => `Customer: ${customer}`,
  /** For a person whose name is unknown. */
  somebody: { customer: 'A user', staff: 'Our support', system: 'Our system' },
  unverified: (address: string) => `Mail from ${address}, sender not verified`,
  dueBy: (moment: string) => `We will answer by ${moment}.`,
  /** The same in lines: the day, the time, and what happens by then. */
  answer: (at: Date): { value: string; note: string } => ({
    value: `${days.format(at)}\n${times.format(at)}`,
    note: 'You will have our answer by then (Nice time).',
  }),
  wasDue: (moment: string) => `The response was due by ${moment}.`,
  /** For staff, in place of what a customer reads. */
  waitingForCustomer: 'Waiting for customer',
  statusIs: (status: string) => `Status: ${status}`,
  assignedTo: (name: string | null) => (name === null ? 'A member of our team works on it.' : `${name} works on it.`),
  watching: 'A colleague added you to this ticket: you can read it, reply to it, and get mails about it.',
  mentioned: 'A colleague mentions you in an internal note. Please read it on the page of the ticket.',
  /** Above what somebody wrote. */
  wrote: (name: string, moment: string) => `${name}, ${moment}`,
  /** Above the names of files, which are on the page of the ticket. */
  files: (count: number): string =>
    count === 1 ? 'Attached file, on the ticket’s page:' : 'Attached files, on the ticket’s page:',
  file: (name: string, bytes: number) => `${name} (${formatSize('en-GB', bytes)})`,
  earlier: (count: number) =>
    count === 1
      ? 'One earlier message is on the ticket’s page.'
      : `${count} earlier messages are on the ticket’s page.`,
  /** The link below a long text. */
  more: (lines: number) => `${lines} more ${lines === 1 ? 'line' : 'lines'}: read it all on the ticket’s page`,
  open: 'Open the ticket',
  rate: 'How was our help?',
  ratings: { good: 'Good', okay: 'Okay', bad: 'Bad' },
  rates: 'Each answer opens a page where you confirm it, without signing in.',
  works: 'It works, thank you',
  broken: 'It is still broken',
  asks: {
    question: 'Does it work now?',
    note: 'Each answer opens the ticket’s page, where you confirm it. Without an answer, the ticket is closed after seven days.',
  },
  canReply: 'You can reply to this mail: your reply is added to the ticket.',
  cannotReply: 'Please reply on the ticket’s page. Replies to this mail do not reach it.',
  preferences: (link: string) => `Choose which mails you get about tickets: ${link}`,
  digest: {
    subject: 'What is new in your tickets',
    title: 'What is new in your tickets',
    preview: (count: number) => (count === 1 ? 'One ticket has changed.' : `${count} tickets have changed.`),
    intro: 'This is what happened since the last summary.',
    /** Above what happened in a ticket. */
    ticket: (ticket: string, customer: string) => `${ticket} (${customer})`,
    button: 'Open the portal',
  },
};

export type TicketCopy = typeof ticketEnglish;
