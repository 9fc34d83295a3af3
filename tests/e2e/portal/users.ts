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

/** The people of three customers. Journeys that change them have their own. */
export const people = {
  /** The only owner of Atelier Peille, who invites. */
  olga: 'olga@peille.example',
  /** Two owners and a technician of Garage Turini. */
  odile: 'odile@turini.example',
  oscar: 'oscar@turini.example',
  tess: 'tess@turini.example',
  /** Opens their own tickets for Garage Turini. */
  rene: 'rene@turini.example',
  /** Owner of Moulin Levens, and does the billing of Scierie Utelle. */
  duo: 'duo@levens.example',
} as const;
export const firstCompany = { name: 'Moulin Levens', invoice: 'FA-LEVENS-1' };
export const secondCompany = { name: 'Scierie Utelle', invoice: 'FA-UTELLE-1' };

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
