import { hashLinkToken } from './link-tokens.ts';

export const resetPurpose = 'reset-password:';

/**
 * How the token of a link to a new password is kept: whoever reads the table or a backup cannot follow the link. No token
 * holds a `#`, so that what is kept is never taken for one.
 */
export const hashResetToken = (token: string) => `${resetPurpose}#${hashLinkToken(token)}`;
