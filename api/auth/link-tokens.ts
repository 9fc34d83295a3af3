import { createHash, randomBytes } from 'node:crypto';

/** The token of a link in a mail. It is in the mail alone; the database has its hash. */
export const newLinkToken = () => randomBytes(24).toString('base64url');

export const hashLinkToken = (token: string) => createHash('sha256').update(token).digest('base64url');
