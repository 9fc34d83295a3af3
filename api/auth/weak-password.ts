import commonPasswords from '@zxcvbn-ts/language-common/src/passwords.json' with { type: 'json' };
import { passwordIsAddress, passwordIsOurs, passwordTooCommon } from '#contract/auth.ts';
import { minPasswordLength } from '#contract/limits.ts';
import { AccountError } from './account-error.ts';
import { isCompanyTerm } from './company-terms.ts';

// The list was gathered from leaks of the whole world; these are what French speakers add to it.
const frenchOnes = [
  'doudou',
  'loulou',
  'chouchou',
  'cheval',
  'bonjour',
  'marseille',
  'jetaime',
  'azerty123',
  'motdepasse1',
];

const folded = (text: string) => text.normalize('NFKC').trim().toLowerCase();

// Shorter ones are refused for their length.
const common = new Set(
  [...commonPasswords, ...frenchOnes].filter(({ length }) => length >= minPasswordLength).map((word) => folded(word)),
);

/** Refuses what whoever guesses tries first: the most common passwords, our own words, and the address that stands beside it. */
export function refuseWeakPassword(password: string, email: string | undefined, siteUrl: string): void {
  const given = folded(password);
  if (common.has(given)) throw new AccountError('password_too_common', passwordTooCommon);
  if (isCompanyTerm(password, siteUrl)) throw new AccountError('password_contains_company_name', passwordIsOurs);
  if (email === undefined) return;
  const address = folded(email);
  if (given === address || given === address.slice(0, address.lastIndexOf('@')))
    throw new AccountError('password_is_email', passwordIsAddress);
}
