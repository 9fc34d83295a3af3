import { randomBytes, randomInt } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { twoFactors } from '#api/db/user-schema.ts';
import type { Orm } from '#api/db/transaction-context.ts';
import { hashToken } from '#api/lib/hash-token.ts';

/** The token of a link in a mail. Only the mail contains it; the database stores its hash. */
export const newLinkToken = () => randomBytes(24).toString('base64url');

export const resetPurpose = 'reset-password:';

/**
 * The identifier under which a password reset token is stored. Tokens never contain `#`, so a stored identifier cannot be
 * used as a token.
 */
export const hashResetToken = (token: string) => `${resetPurpose}#${hashToken(token)}`;

// 120 bits per code: too many to guess, so a fast hash is enough. The alphabet has no look-alike characters.
const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789';
const groupsPerCode = 6;
const codeCount = 10;

// 80 bits, since somebody types it; it is rate limited and expires.
const groupsPerEnrolmentCode = 4;

const newGroup = () => Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join('');
const newCodeOf = (groups: number) => Array.from({ length: groups }, newGroup).join('-');
export const generateRecoveryCodes = (): string[] => Array.from({ length: codeCount }, () => newCodeOf(groupsPerCode));
/** For the first factor of a staff member. */
export const newEnrolmentCode = () => newCodeOf(groupsPerEnrolmentCode);

const hashPrefix = 'sha256:';

/** Case and separators do not matter. */
export const hashTypedCode = (code: string) => hashToken(code.toLowerCase().replaceAll(/[^\da-z]/g, ''));

export const hashRecoveryCode = (code: string) => `${hashPrefix}${hashTypedCode(code)}`;

export async function countRecoveryCodes(orm: Orm, userId: string): Promise<number> {
  const [factor] = await orm
    .select({ stored: twoFactors.backupCodes })
    .from(twoFactors)
    .where(eq(twoFactors.userId, userId));
  return factor === undefined ? 0 : (JSON.parse(factor.stored) as string[]).length;
}
