import { loadState } from './phrases.ts';

export const people = {
  title: 'People',
  description: <Company>(company: Company) => ['Who has access to ', company, ', and what they see.'],
  load: loadState('the people of your company'),
  confirmation: 'You are about to change who has access.',
  rolesOf: (email: string) => `Roles of ${email}`,
  roles: 'Roles',
  noRole: 'Please choose at least one role.',
  left: { title: 'Access removed', description: (company: string) => `You have left ${company}.` },
  members: {
    title: 'With access',
    you: 'You',
    neverSignedIn: 'Has not signed in yet',
    lastSignedIn: (day: string) => `Last signed in ${day}`,
    onlyOwner: 'The only owner: cannot be removed before there is another one.',
    changeRoles: 'Change roles',
    /** Said after the button's text. */
    changeRolesOf: (email: string) => ` of ${email}`,
    leave: 'Leave',
    leaveWhat: ' this company',
    remove: 'Remove',
    removeWhom: (email: string) => ` ${email}`,
  },
  invitations: {
    title: 'Invited',
    none: 'No invitation is waiting for an answer.',
    expired: 'Expired',
    sentAndExpires: (sent: string, expires: string) => `Sent ${sent}, expires ${expires}`,
    sentAndExpired: (sent: string, expired: string) => `Sent ${sent}, expired ${expired}`,
    resend: 'Send again',
    resendTo: (email: string) => ` to ${email}`,
    resent: { title: 'Invitation sent again', description: (email: string) => `${email} has a new link.` },
    withdraw: 'Withdraw',
    withdrawOf: (email: string) => ` the invitation of ${email}`,
    withdrawn: {
      title: 'Invitation withdrawn',
      description: (email: string) => `The link of ${email} no longer works.`,
    },
  },
  invite: {
    title: 'Invite a colleague',
    description: (company: string) => `They get a link by mail, and access to ${company} when they accept.`,
    email: 'Email address',
    noEmail: 'Please enter an email address.',
    invalidEmail: 'Please enter a valid email address.',
    language: 'Language of the invitation',
    languageHint: 'Somebody with an account gets it in the language they chose.',
    submit: 'Send invitation',
    busy: 'Sending...',
    sent: { title: 'Invitation sent', description: (email: string) => `A link is on its way to ${email}.` },
  },
  change: {
    title: 'Change roles',
    yours: 'Your own roles.',
    onlyOwnerGivesBack: 'Only an owner can give you this role back.',
    submit: 'Save roles',
    busy: 'Saving...',
    done: { title: 'Roles changed', description: (email: string) => `For ${email}, from now on.` },
  },
  remove: {
    title: (email: string) => `Remove ${email}?`,
    description: (company: string) =>
      `They lose access to ${company} at once. Tickets that they opened stay, invitations that they sent end, and you can invite them again.`,
    submit: 'Remove access',
    leaveTitle: (company: string) => `Leave ${company}?`,
    leaveDescription: 'You lose access at once, and your pending invitations end. An owner can invite you again.',
    leaveSubmit: 'Leave',
    busy: 'Removing...',
    done: { title: 'Access removed', description: (email: string) => `${email} no longer has access.` },
  },
};

export type PeopleCopy = typeof people;

/** Which of our staff looked at the company's data. */
export const accessLog = {
  title: 'Who looked at our data',
  description: 'Whenever one of our staff opens a page with your company’s data, it is listed here.',
  load: loadState('the access log'),
  none: 'Nobody has looked at your data yet.',
  formerStaff: 'A former staff member',
  more: 'Show more',
  page: (page: string, entity: string) => `${page}: ${entity}`,
  pages: {
    customer: 'Your company’s page',
    people: 'Your people',
    ticket: 'A ticket',
    invoices: 'Your invoices',
    contracts: 'Your contracts',
    payments: 'Your payments',
    licenses: 'Your licenses',
    tickets: 'Your tickets',
    portal: 'The portal, as you see it (read-only)',
  },
};

export type AccessLogCopy = typeof accessLog;
