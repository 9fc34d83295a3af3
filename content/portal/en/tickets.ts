import { list } from './phrases.ts';

/** The list of tickets. product §2 has titles, columns and placeholders, product §4 the statuses. */
export const tickets = {
  ...list('support tickets'),
  fileName: 'tickets',
  title: 'Support Tickets',
  searchHint: 'Number, subject or date',
  defaultSortLabel: 'Created',
  columns: {
    ticketNumber: 'Ticket #',
    subject: 'Subject',
    priority: 'Priority',
    status: 'Status',
    createdAt: 'Created',
  },
  copyNumber: 'Copy ticket number',
  you: 'You',
  newReply: 'New reply',
  updated: (moment: string) => `Updated ${moment}`,
  statuses: {
    open: 'Open',
    in_progress: 'In Progress',
    waiting_customer: 'Waiting for Customer',
    resolved: 'Resolved',
    closed: 'Closed',
  },
  priorities: { low: 'Low', medium: 'Medium', high: 'High', urgent: 'Urgent' },
  invitation: 'Something does not work, or you have a question? Tell us, and our team will take care of it.',
  createFirst: 'Create your first ticket',
  // product §2 and §8
  create: {
    open: 'New Ticket',
    title: 'Create Support Ticket',
    description: "Describe your issue and we'll help you resolve it.",
    subject: 'Subject',
    subjectPlaceholder: 'Brief description of your issue',
    priority: 'Priority',
    text: 'Description',
    requestedFor: 'For a colleague',
    forMyself: 'No, for myself',
    submit: 'Create Ticket',
    busy: 'Creating...',
    missing: { title: 'Missing Information', description: 'Please fill in both subject and description.' },
    failed: { title: 'Error', description: 'Failed to create ticket. Please try again.' },
    created: { title: 'Ticket Created', description: 'Your support ticket has been created successfully.' },
    show: 'Open the ticket',
    alreadyCreated:
      'An earlier attempt did go through: your ticket is in the list. Send again only to make another one.',
    filesGone: 'Nothing was sent: we no longer have the files. Please attach them again.',
    otherCompany: 'You have switched to another company. Please reload the page.',
    noSubject: 'Please enter a subject.',
    noText: 'Please describe your issue.',
    subjectTooLong: (max: string) => `Please use at most ${max} characters.`,
    textTooLong: (max: string, length: string) => `Please use at most ${max} characters: these are ${length}.`,
  },
};
export type TicketsCopy = typeof tickets;

/** How the SLA targets were met. */
export const figures = {
  title: 'Our first answers, by month',
  chart:
    'First answers that came in time and too late in each of the last 12 months. The table below contains the figures.',
  caption: 'First answers by month',
  show: 'Show the figures',
  hide: 'Hide the figures',
  month: 'Month',
  promised: 'Due',
  kept: 'In time',
  missed: 'Late',
  brick: (count: string) => `1 brick: ${count} answers`,
  median: 'Median until the first answer',
  average: 'Average, in office hours',
  none: '–',
};
export type FiguresCopy = typeof figures;
