/** What an API key may do. Without zod, so that the browser can import the values. As are_key_scopes() in the database has them. */
export const keyScopes = [
  'customers:read',
  'customers:write',
  'contracts:read',
  'contracts:write',
  'invoices:read',
  'invoices:write',
  'payments:read',
  'payments:write',
  'changes:read',
] as const;
export type KeyScope = (typeof keyScopes)[number];

/** Every key begins with it, so that people and scanners of source code recognise one. */
export const keyPrefix = 'rak_';
/** How many characters of a key are shown afterwards, the prefix included. */
export const shownKeyLength = keyPrefix.length + 6;

/** How many keys may be valid at once. */
export const maxApiKeys = 20;
export const maxKeyNameLength = 80;
/** After how many days a key expires. */
export const keyDays = [90, 365, 730] as const;
