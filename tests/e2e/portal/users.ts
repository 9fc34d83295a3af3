/** Who signs in during the journeys; seed.ts makes them and what they see. */
export const password = 'portal journeys';

export const users = {
  /** A customer with every known status, and one unknown in each list. */
  claire: 'claire@cabinet.example',
  /** One record in each list. */
  solo: 'solo@single.example',
  /** None. */
  nora: 'nora@nothing.example',
  /** So many invoices that no browser could hold them all. */
  max: 'max@many.example',
  /** Names and texts that attack. */
  eve: 'eve@hostile.example',
  /** Names that differ at their end, and a list that is longer than a screen and shorter than a page. */
  nina: 'nina@names.example',
  /** Linked to no customer. */
  uma: 'uma@unlinked.example',
} as const;

export const manyInvoices = 1200;

/** Each journey that opens tickets has a customer of its own: the others still see what they expect. */
export const ticketWriters = Array.from({ length: 16 }, (_, at) => `writer-${at}@tickets.example`);

/** Each journey that changes how a login is protected has a login of its own. */
export const guarded = Array.from({ length: 7 }, (_, at) => `guarded-${at}@security.example`);

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
