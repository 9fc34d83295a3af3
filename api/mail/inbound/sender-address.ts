import { tokensOf } from './header-tokens.ts';

// Everything but spaces, control characters and what has a meaning in headers.
const plainAddress = /^[^\s"(),:;<>@[\\\]\p{Cc}]+@[^\s"(),:;<>@[\\\]\p{Cc}]+$/u;

/**
 * Whether an email address needs no quotes. Nobody has another one, except to write something into the headers in which mail servers
 * repeat it: some neither quote nor escape it, or repeat it in a comment, where quotes mean nothing.
 */
export const isPlainAddress = (address: string) => plainAddress.test(address);

/**
 * The email address in a From header, in lower case. Undefined where programs could disagree about it: several addresses, groups, routes,
 * quoted local parts, comments inside an address, quotes that do not end.
 */
export function senderAddress(value: string): string | undefined {
  const { tokens, isWhole } = tokensOf(value, '<>,;:');
  if (!isWhole) return undefined;
  const bracket = tokens.findIndex(({ kind }) => kind === '<');
  const name = tokens.slice(0, Math.max(bracket, 0));
  const [address, end, ...others] = tokens.slice(bracket + 1);
  const isEnded = bracket === -1 ? end === undefined : end?.kind === '>' && others.length === 0;
  const isName = name.every(({ kind }) => kind === 'text' || kind === 'quoted');
  if (!isEnded || !isName || address?.kind !== 'text' || !isPlainAddress(address.text)) return undefined;
  return address.text.toLowerCase();
}
