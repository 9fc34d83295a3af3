import { loadState } from './phrases.ts';

/** Around the screens, and in place of them. The quoted texts are from product §2. */
export const shell = {
  title: 'Customer Portal',
  tagline: 'Access your invoices, contracts, licenses, and support tickets',
  noScript: (phone: string, email: string) =>
    `The customer portal needs JavaScript. Without it, call us or write to us: ${phone}, ${email}.`,
  toasts: { region: 'Notifications', close: 'Close' },
  home: (company: string) => `${company}, home`,
  skip: 'Skip to content',
  language: { label: 'Language', failed: 'The language could not be changed' },
  nav: 'Portal',
  tabList: 'Your records',
  tabs: {
    overview: 'Overview',
    invoices: 'Invoices',
    contracts: 'Contracts',
    payments: 'Payments',
    licenses: 'Licenses',
    support: 'Support',
  },
  account: 'Account',
  security: 'Security',
  people: 'People',
  welcome: <Email>(email: Email) => ['Welcome, ', email],
  signOut: 'Sign Out',
  signOutFailed: 'Sign Out Failed',
  session: loadState('your session'),
  ticket: loadState('ticket'),
  record: loadState('record'),
  ticketFailed: { title: loadState('this ticket').failed, description: 'Please check your connection and try again.' },
  switcher: {
    company: 'Company: ',
    companies: 'Your companies',
    switching: 'Switching the company...',
    switched: 'Company switched',
    shown: (name: string) => `You are looking at ${name}.`,
    notSwitched: 'Company not switched',
    notYours: 'This link is for a company that you do not belong to.',
  },
};

export type ShellCopy = typeof shell;
