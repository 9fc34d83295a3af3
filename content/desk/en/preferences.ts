import type { PreferencesCopy } from '../fr/preferences.ts';

export const preferences: PreferencesCopy = {
  title: 'Preferences',
  description:
    'Your language, and what you receive about tickets that are assigned to you or in which a note mentions you. Each choice is saved at once.',
  languageOnly: 'Your choice is saved at once.',
  security: 'Emails about the security of your account are always sent.',
  events: {
    received: 'A ticket is opened',
    reply: 'The customer replies',
    status: 'The customer changes the status',
    assigned: 'A ticket is assigned to you',
    watching: 'You follow a ticket',
    overdue: 'An answer is late, or will be soon',
    mentioned: 'An internal note mentions you',
    reminder: 'An invoice is due',
  },
  deliveries: { mail: 'By email', digest: 'In a daily summary at 8:00', none: 'Not at all' },
  mails: 'Mails about your tickets',
  browser: 'This browser',
  display: 'Display',
  language: {
    label: 'Language',
    hint: 'The desk, the customer portal and the emails that you receive use it.',
    saved: (language) => `Saved. Language: ${language}`,
  },
  alerts: {
    label: 'Notifications in this browser',
    hint: 'A new unassigned ticket, or a reply to one of yours, while the desk is open: the number and the subject, nothing else.',
    blocked: 'This browser blocks notifications from this site. Allow them in its settings, then try again.',
  },
  saved: (event, delivery) => `Saved. ${event}: ${delivery}`,
  notSaved: (reason) => `This choice was not saved. ${reason}`,
};
