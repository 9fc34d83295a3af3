import { loadState } from './phrases.ts';

export const account = {
  title: 'Account',
  description: 'Your name, the mails we send you, and what we know about you.',
  load: loadState('your account'),
  confirmation: 'You are about to download the data of your account.',
  profile: {
    title: 'Your name',
    description: (email: string) => `Your colleagues and our team see it instead of ${email}.`,
    label: 'Name',
    submit: 'Save',
    busy: 'Saving...',
    saved: (name: string) => `Your name: ${name}`,
  },
  security: {
    title: 'Security',
    description: 'Password, second factor, passkeys, email address and open sessions.',
    open: 'Open security settings',
  },
  data: {
    title: 'Your data',
    description:
      'What we hold about you: your account, sessions, companies, tickets and messages, as a file that programs can read.',
    submit: 'Download my data',
    busy: 'Preparing...',
    done: { title: 'Your data was downloaded', description: 'Keep the file where only you can read it.' },
    fileName: (day: string) => `my-data-${day}.json`,
  },
  company: {
    title: 'Company details',
    description: 'Is something wrong or out of date? Tell us what it should be. We check it and change it.',
    load: loadState('your company'),
    fields: { name: 'Company Name', contact: 'Contact Person', email: 'Email', phone: 'Phone' },
    submit: 'Request the correction',
    busy: 'Sending...',
    unchanged: 'Please change what is not right.',
    sent: { title: 'Request sent', description: 'You find it among your support tickets.' },
    show: 'Show the ticket',
    ticket: {
      subject: 'Correction of our company details',
      intro: 'Please correct our company details:',
      line: (label: string, before: string, after: string) => `- ${label}: ${before} → ${after}`,
      none: '(empty)',
    },
  },
  saved: 'Saved',
  language: {
    title: 'Language',
    description: 'The language of the portal, and of every mail that we send you.',
    label: 'Language',
    saved: (language: string) => `Your language: ${language}`,
  },
  notifications: {
    title: 'Mails about tickets',
    description:
      'Of your own tickets and of those you follow, and reminders of invoices if you see them. Mails about the security of your account are always sent.',
    load: loadState('your choices'),
    events: {
      received: 'Your ticket was received',
      reply: 'Somebody replies',
      status: 'The status changes',
      assigned: 'Somebody starts to work on it',
      watching: 'You are added to a ticket',
      overdue: 'A response is overdue',
      mentioned: 'A note mentions you',
      reminder: 'An invoice is due or overdue',
    },
    deliveries: { mail: 'By mail', digest: 'In a daily summary at 8:00', none: 'Not at all' },
    saved: (event: string, delivery: string) => `${event}: ${delivery}`,
  },
};

export type AccountCopy = typeof account;
