import type { CustomerRole } from '#contract/roles.ts';

/** The users of the journeys; seed.ts creates them and their records. */
export const password = 'portal journeys';

export const users = {
  /** A customer with every known status, and one unknown in each list. */
  claire: 'claire@cabinet.example',
  /** One record in each list. */
  solo: 'solo@single.example',
  /** No record. */
  nora: 'nora@nothing.example',
  /** More invoices than a browser can render at once. */
  max: 'max@many.example',
  /** Hostile names and texts. */
  eve: 'eve@hostile.example',
  /** Names that differ at their end, and a list that is longer than a screen and shorter than a page. */
  nina: 'nina@names.example',
  /** Linked to no customer. */
  uma: 'uma@unlinked.example',
} as const;

/** The people of a customer: an owner, and a colleague in another role if one is named. */
const team = <Role extends CustomerRole>(name: string, domain: string, role?: Role) => ({
  name,
  owner: `owner@${domain}.example`,
  colleague: `colleague@${domain}.example`,
  role,
});

/** Each journey that changes the people of a customer, or looks at who saw its data, has its own customer. */
export const teams = {
  inviting: team('Atelier Peille', 'peille'),
  withdrawing: team('Menuiserie Bevera', 'bevera'),
  accepting: team('Garage Turini', 'turini'),
  changing: team('Imprimerie Gairaut', 'gairaut', 'requester'),
  leaving: team('Transports Isola', 'isola', 'owner'),
  demoting: team('Cave Bellet', 'bellet', 'technical'),
  failing: team('Serres du Loup', 'loup'),
  /** The colleague belongs to `secondTeam` too, and is removed from this one. */
  removing: team('Pressoir Touet', 'touet', 'technical'),
  watched: team('Optique Esterel', 'esterel', 'billing'),
  viewed: team('Clinique Cians', 'cians', 'billing'),
  translating: team('Brasserie Tende', 'tende'),
  speaking: team('Verrerie Sospel', 'sospel'),
};
export const secondTeam = 'Forge Lantosque';

/** Each journey about the conversation of a ticket has its own customer; the colleague opens and sees own tickets only. */
export const supported = {
  replying: team('Tuilerie Blausasc', 'blausasc', 'requester'),
  answering: team('Miellerie Coaraze', 'coaraze', 'requester'),
  following: team('Vannerie Berre', 'berre', 'requester'),
  sending: team('Papeterie Drap', 'drap', 'requester'),
  drafting: team('Horlogerie Falicon', 'falicon', 'requester'),
  sharing: team('Savonnerie Duranus', 'duranus', 'requester'),
  polling: team('Corderie Colomars', 'colomars', 'requester'),
  attaching: team('Reliure Levens', 'levens', 'requester'),
  live: team('Serrurerie Bonson', 'bonson', 'requester'),
  keyboard: team('Lutherie Aspremont', 'aspremont', 'requester'),
  notifying: team('Poterie Tourrette', 'tourrette', 'requester'),
  rating: team('Biscuiterie Contes', 'contes', 'requester'),
  writing: team('Confiserie Roya', 'roya', 'requester'),
  account: team('Distillerie Peillon', 'peillon', 'requester'),
  /** With the tickets below, which nobody changes. */
  reading: team('Tannerie Castagniers', 'castagniers', 'requester'),
};
export const oldTickets = {
  /** A ticket of `following` that was closed long ago. */
  closed: { number: 'TKT-6000', subject: 'The scanner of the workshop' },
  /** A ticket of `reading` with more messages than a page holds. */
  long: { number: 'TKT-6001', subject: 'Months of questions', messages: 120 },
  missed: { number: 'TKT-6002', subject: 'Nobody answered' },
  resolved: { number: 'TKT-6003', subject: 'The new shared folder' },
};

/** Belongs to no customer until an invitation is accepted. */
export const invitee = 'invitee@unlinked.example';

/** Owner of one company, and does the billing of the other. */
export const duo = 'duo@levens.example';
export const firstCompany = { name: 'Moulin Levens', invoice: 'FA-LEVENS-1' };
export const secondCompany = { name: 'Scierie Utelle', invoice: 'FA-UTELLE-1' };

/** Each journey of the staff has its own member: a code of an authenticator works once. */
export const staff = {
  reading: { email: 'lena@desk.example', name: 'Lena Garibal' },
  viewing: { email: 'marco@desk.example', name: 'Marco Ferrand' },
  replying: { email: 'sofia@desk.example', name: 'Sofia Merle' },
  resolving: { email: 'paul@desk.example', name: 'Paul Sarda' },
  polling: { email: 'ines@desk.example', name: 'Ines Valberg' },
  live: { email: 'elsa@desk.example', name: 'Elsa Turini' },
  rating: { email: 'irene@desk.example', name: 'Irène Tende' },
  receiving: { email: 'ondine@desk.example', name: 'Ondine Argentera' },
  translating: { email: 'aida@desk.example', name: 'Aïda Sospel' },
  observing: { email: 'nadir@desk.example', name: 'Nadir Cimes' },
};
/** The secrets of their authenticators by email address, written by the seed into the data folder of the server. */
export const staffSecretsFile = 'staff-secrets.json';

export const manyInvoices = 1200;

/** Each journey that creates tickets has its own customer, so that it does not affect others. */
export const ticketWriters = Array.from({ length: 16 }, (_, at) => `writer-${at}@tickets.example`);

/** Each journey that changes the second factor has its own user. */
export const guarded = Array.from({ length: 8 }, (_, at) => `guarded-${at}@security.example`);

export const similarNames = ['Microsoft 365 Business Premium (no Teams)', 'Microsoft 365 Business Standard (no Teams)'];

export const describedTicket = {
  number: 'TKT-4001',
  subject: 'The printer on the second floor prints every page twice since Monday',
  description: 'First line: 0x0000011b\n\n  indented   line\n<b>not bold</b>\nשלום עולם',
};

export const hostile = {
  html: '<img src=x onerror="document.title=1"><b>bold</b>',
  rightToLeft: '\u202eمرحبا بالعالم\u202c שלום',
  emoji: '🚀👩‍👩‍👧‍👦 🏳️‍🌈',
  long: 'Everlasting'.repeat(20),
  formula: '=HYPERLINK("https://evil.example","click")',
};
