import { ibanHash, isIban, normalizeIban } from '#contract/iban.ts';

export type IbanResult = 'empty' | 'invalid' | 'ours' | 'other' | 'unavailable';

const encode = (text: string) => new TextEncoder().encode(text);

/** `known`: salt and hash of the active account, `<salt>.<base64url>`; anything else means that we cannot tell. */
export async function checkIban(typed: string, known: string): Promise<IbanResult> {
  const iban = normalizeIban(typed);
  if (iban === '') return 'empty';
  if (!isIban(iban)) return 'invalid';
  const [, salt, expected] = /^([\w-]{8,64})\.([\w-]{43})$/.exec(known) ?? [];
  // Without HTTPS, browsers have no Web Crypto.
  if (salt === undefined || globalThis.crypto.subtle === undefined) return 'unavailable';
  const { name, hash, iterations, bytes } = ibanHash;
  const key = await crypto.subtle.importKey('raw', encode(iban), name, false, ['deriveBits']);
  const bits = await crypto.subtle.deriveBits({ name, hash, iterations, salt: encode(salt) }, key, bytes * 8);
  const derived = btoa(String.fromCodePoint(...new Uint8Array(bits)));
  const encoded = derived.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  return encoded === expected ? 'ours' : 'other';
}
