import commonPasswords from '@zxcvbn-ts/language-common/src/passwords.json' with { type: 'json' };
import { company } from '#api/lib/company.ts';
import { passwordIsEmail, passwordContainsCompanyName, passwordTooCommon } from '#contract/auth.ts';
import { minPasswordLength } from '#contract/limits.ts';
import { UserError } from '#api/lib/errors.ts';

// The list comes from worldwide leaks; these are common among French speakers.
const frenchPasswords = 'doudou loulou chouchou cheval bonjour marseille jetaime azerty123 motdepasse1'.split(' ');

const normalize = (text: string) => text.normalize('NFKC').trim().toLowerCase();

// Shorter ones are rejected for their length.
const common = new Set(
  [...commonPasswords, ...frenchPasswords].filter(({ length }) => length >= minPasswordLength).map(normalize),
);

// What we sell and certify (product §3 to §5), and what the portal is called: guesses at our customers' passwords start
// with these.
const products = (
  'Infrastructure, Services managés, Managed services, Cybersécurité, Cybersecurity, Cloud Microsoft, Microsoft, ' +
  'Microsoft 365, Office 365, Azure, Dynamics 365, Formations, Formation, EBIOS Risk Manager, EBIOS, PECB, ISO 27001, ' +
  'Lead Implementer, Lead Auditor, Risk Manager, RGPD, Audit gratuit, Espace client, Customer portal'
).split(', ');

/** Letters only: people put digits and signs around a word that is not allowed. */
const lettersOf = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}]/gu, '');

const shortestTerm = 3;
const companyTerms = new Set(
  [company.name, ...company.name.split(' '), ...hostTerms(company.email.split('@')[1] ?? ''), ...products].map(
    lettersOf,
  ),
);

function hostTerms(host: string): string[] {
  const labels = host.split('.').filter((label) => label !== 'www');
  return [host, labels.join('.'), ...labels];
}

/** Whether a password is only our name, a product or our domain, with digits and signs around it. */
function isCompanyTerm(password: string, siteUrl: string): boolean {
  const letters = lettersOf(password);
  if (letters.length < shortestTerm) return false;
  return companyTerms.has(letters) || hostTerms(new URL(siteUrl).hostname).some((term) => lettersOf(term) === letters);
}

/** Rejects what attackers guess first: the most common passwords, company terms, and the user's own email address. */
export function rejectWeakPassword(password: string, email: string | undefined, siteUrl: string): void {
  const normalized = normalize(password);
  if (common.has(normalized)) throw new UserError('password_too_common', passwordTooCommon);
  if (isCompanyTerm(password, siteUrl))
    throw new UserError('password_contains_company_name', passwordContainsCompanyName);
  if (email === undefined) return;
  const normalizedEmail = normalize(email);
  if ([normalizedEmail, normalizedEmail.slice(0, normalizedEmail.lastIndexOf('@'))].includes(normalized))
    throw new UserError('password_is_email', passwordIsEmail);
}
