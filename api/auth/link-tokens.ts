import { createHash, randomBytes } from 'node:crypto';

/** The token of a link in a mail. Only the mail contains it; the database stores its hash. */
export const newLinkToken = () => randomBytes(24).toString('base64url');

export const hashLinkToken = (token: string) => createHash('sha256').update(token).digest('base64url');

export const resetPurpose = 'reset-password:';

/**
 * The identifier under which a password reset token is stored. Tokens never contain `#`, so a stored identifier cannot be
 * used as a token.
 */
export const hashResetToken = (token: string) => `${resetPurpose}#${hashLinkToken(token)}`;
