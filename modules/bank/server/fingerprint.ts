import { createHash } from 'node:crypto';
import { fingerprintWords } from './fingerprint-words.ts';

const wordCount = 4;
const bitsPerWord = 10;

/**
 * Four French words that people compare by eye or on the phone. A plain hash: the account number stands beside it, so that there is nothing to
 * hide, and 40 bits are more than anybody can open accounts for in order to find one with the same words.
 */
export function bankFingerprint(iban: string): string {
  const normal = iban.replaceAll(/\s/g, '').toUpperCase();
  const bits = createHash('sha256').update(`bank account ${normal}`).digest().readBigUInt64BE();
  return Array.from({ length: wordCount }, (_, at) => {
    const index = Number((bits >> BigInt(64 - bitsPerWord * (at + 1))) & 1023n);
    return fingerprintWords[index] ?? '';
  }).join(' ');
}
