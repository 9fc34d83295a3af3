import { createHash, randomInt } from 'node:crypto';

// 120 bits each: enough for a plain hash, which such a code needs no patience to guess at. No letter that looks like another.
const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789';
const groups = 6;
const amount = 10;

const newGroup = () => Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join('');
export const makeRecoveryCodes = (): string[] =>
  Array.from({ length: amount }, () => Array.from({ length: groups }, newGroup).join('-'));

const mark = 'sha256:';

/** People type what they see, with or without its strokes and capitals. */
export function hashRecoveryCode(code: string): string {
  const letters = code.toLowerCase().replaceAll(/[^\da-z]/g, '');
  return `${mark}${createHash('sha256').update(letters).digest('base64url')}`;
}

const hashed = (code: string) => (code.startsWith(mark) ? code : hashRecoveryCode(code));
const hashAll = (json: string) => JSON.stringify((JSON.parse(json) as string[]).map(hashed));

/**
 * The library keeps a list, and takes a code away from it by comparing what stood there: it is given hashes, to keep and to
 * compare.
 */
export const storedRecoveryCodes = {
  encrypt: async (json: string): Promise<string> => hashAll(json),
  decrypt: async (stored: string): Promise<string> => stored,
};
