import { plural } from '../../plural.ts';
import type { NewTicketCopy } from '../fr/new-ticket.ts';

export const newTicket: NewTicketCopy = {
  chooseCustomer: 'Choose the customer',
  customers: 'Customers',
  title: 'New ticket',
  fromMail: 'New ticket from an email',
  description: 'On behalf of a customer, for instance after a call. The time to answer starts now.',
  mailDescription: 'The text becomes the description of the ticket. The email will no longer be held.',
  customer: 'Customer',
  change: 'Choose another customer',
  requester: {
    label: 'Requester',
    none: 'Somebody without an account',
    contact: (name) => `${name} (contact, without an account)`,
    hint: 'They see the ticket in the customer portal, as those with the technical role do.',
  },
  subject: 'Subject',
  priority: 'Priority',
  text: { label: 'Description', hint: 'The customer reads it. Ctrl + Enter opens the ticket.' },
  mailFiles: plural({
    one: () => 'The file of the email will be attached.',
    other: (count) => `The ${count} files of the email will be attached.`,
  }),
  notify: {
    label: 'Notify the requester by email',
    hint: 'They are told that a ticket was opened for them.',
    impossible: 'Without an account, no email is sent.',
  },
  other: {
    label: (customer) => `Open the ticket for ${customer} anyway`,
    hint: (sender) => `The address of this email belongs to ${sender}.`,
    missing: 'The sender belongs to another customer: tick the box, or choose another customer.',
  },
  submit: 'Open the ticket',
  opened: (ticketNumber) => `Ticket ${ticketNumber} opened.`,
  skipped: (names) => `Files left out: ${names}`,
  customerGone: 'This customer no longer exists: no ticket was opened.',
  mailDecided: 'A colleague has already decided about this email.',
  exists: (ticket) => ['A ticket was already opened from this email: ', ticket, '.'],
};
