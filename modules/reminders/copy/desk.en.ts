import type { RemindersCopy } from './desk.fr.ts';

export const reminders: RemindersCopy = {
  title: 'Reminders',
  off: 'Reminders are turned off on this server (INVOICE_REMINDERS): this setting takes effect when they are turned on.',
  rules: {
    default: (days) => `As for all customers: ${days}.`,
    own: (days) => `This customer’s setting: ${days}.`,
    invoice: (days) => `This invoice’s setting: ${days}.`,
    never: 'no reminders',
  },
  before: (count) => (count === 1 ? 'the day before the due date' : `${count} days before the due date`),
  on: 'on the due date',
  after: (count) => (count === 1 ? 'the day after the due date' : `${count} days after`),
  change: 'Set the reminders',
  dialog: {
    title: 'Set the reminders',
    description:
      'In days from the due date: −7 a week before, 0 on the day itself, 8 a week after. Never for an invoice that is disputed, paid or void.',
    submit: 'Save',
  },
  mode: {
    label: 'Reminders',
    options: { default: 'Default', days: 'On certain days', off: 'None' },
  },
  days: {
    label: 'Days',
    hint: 'Six at most, from −60 to 365, separated by commas. They count if “On certain days” is chosen.',
  },
  invalid: 'Please write whole numbers from −60 to 365, separated by commas, six at most and each only once.',
  saved: 'Reminders set.',
  sent: 'Reminders sent',
  none: 'No reminders sent.',
  states: { waiting: 'not delivered yet', failed: 'not delivered' },
  disputed: 'Disputed invoice: no reminders until its status has changed.',
  next: (day, when) => `Next reminder on ${day} (${when}).`,
  noNext: 'No reminder is planned.',
  stop: 'Stop for this invoice',
  resume: 'Resume for this invoice',
  invoice: (number) => `invoice ${number}`,
  noNumber: 'invoice without a number',
  deleted: 'deleted account',
};
