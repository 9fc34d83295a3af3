import { createHash, randomBytes, randomInt } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { twoFactors } from '#api/db/schema.ts';
import type { Orm } from '#api/db/transaction-context.ts';

/** The token of a link in a mail. Only the mail contains it; the database stores its hash. */
export const newLinkToken = () => randomBytes(24).toString('base64url');

/** Fast, since tokens have too many bits to guess. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest('base64url');

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

const newGroup = () => Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join('');
export const generateRecoveryCodes = (): string[] =>
  Array.from({ length: codeCount }, () => Array.from({ length: groupsPerCode }, newGroup).join('-'));

const hashPrefix = 'sha256:';

/** Case and separators do not matter. */
export function hashRecoveryCode(code: string): string {
  const letters = code.toLowerCase().replaceAll(/[^\da-z]/g, '');
  return `${hashPrefix}${hashToken(letters)}`;
}

const hashOnce = (code: string) => (code.startsWith(hashPrefix) ? code : hashRecoveryCode(code));

/**
 * Makes better-auth store and compare hashes. It passes the whole list to `encrypt`: plain codes when they are generated,
 * the remaining hashes after one was used.
 */
export const recoveryCodeStorage = {
  encrypt: async (json: string): Promise<string> => JSON.stringify((JSON.parse(json) as string[]).map(hashOnce)),
  decrypt: async (stored: string): Promise<string> => stored,
};

export async function countRecoveryCodes(orm: Orm, userId: string): Promise<number> {
  const [factor] = await orm
    .select({ stored: twoFactors.backupCodes })
    .from(twoFactors)
    .where(eq(twoFactors.userId, userId));
  return factor === undefined ? 0 : (JSON.parse(factor.stored) as string[]).length;
}
