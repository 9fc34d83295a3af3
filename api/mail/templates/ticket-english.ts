import { formatSize, officeZone, type TicketCopy } from './ticket-copy.ts';

const moments = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'short', timeZone: officeZone });

export const ticketEnglish: TicketCopy = {
  moment: (at) => `${moments.format(new Date(at))} (Paris time)`,
  status: {
    open: 'Open',
    in_progress: 'In Progress',
    waiting_customer: 'Waiting for you',
    resolved: 'Resolved',
    closed: 'Closed',
  },
  title: {
    received: 'We have received your ticket',
    reply: 'A new reply to your ticket',
    status: 'The status of your ticket has changed',
    assigned: 'Somebody is working on your ticket',
    watching: 'You follow a ticket',
    overdue: 'A response is overdue',
  },
  staffTitle: {
    received: 'A new ticket',
    reply: 'The customer has replied',
    status: 'The customer has changed the status',
    assigned: 'A ticket was assigned to you',
    watching: 'You follow a ticket',
    overdue: 'A response is overdue',
  },
  merged: {
    title: 'Your ticket was merged with another one',
    into: (ticket, link) => `We closed it as a duplicate. The conversation continues in ${ticket}: ${link}`,
    elsewhere: 'We closed it as a duplicate. We continue in another ticket of your company.',
    open: 'Open the ticket that continues',
  },
  dueSoon: 'A response is due soon',
  ticket: (number, subject) => `${number}: ${subject}`,
  of: (customer) => `Customer: ${customer}`,
  somebody: { customer: 'A user', staff: 'Our support', system: 'Our system' },
  unverified: (address) => `Mail from ${address}, sender not verified`,
  dueBy: (moment) => `We will answer by ${moment}.`,
  wasDue: (moment) => `The response was due by ${moment}.`,
  statusIs: (status) => `Status: ${status}`,
  assignedTo: (name) => (name === null ? 'A member of our team works on it.' : `${name} works on it.`),
  watching: 'A colleague added you to this ticket: you can read it, reply to it, and get mails about it.',
  wrote: (name, moment) => `${name}, ${moment}`,
  files: (count) => (count === 1 ? 'Attached file, on the ticket’s page:' : 'Attached files, on the ticket’s page:'),
  file: (name, bytes) => `${name} (${formatSize('en-GB', bytes)})`,
  earlier: (count) =>
    count === 1
      ? 'One earlier message is on the ticket’s page.'
      : `${count} earlier messages are on the ticket’s page.`,
  more: (lines) => `${lines} more ${lines === 1 ? 'line' : 'lines'}: read it all on the ticket’s page`,
  open: 'Open the ticket',
  works: 'It works, thank you',
  broken: 'It is still broken',
  asks: 'Does it work now? Both links below open the ticket’s page, where you answer. Without an answer, the ticket is closed after seven days.',
  canReply: 'You can reply to this mail: your reply is added to the ticket.',
  cannotReply: 'Please reply on the ticket’s page. Replies to this mail do not reach it.',
  preferences: (link) => `Choose which mails you get about tickets: ${link}`,
  digest: {
    subject: 'Your tickets: what is new',
    title: 'What is new in your tickets',
    preview: (count) => (count === 1 ? 'One ticket has changed.' : `${count} tickets have changed.`),
    intro: 'This is what happened since the last summary.',
    button: 'Open the portal',
  },
};
