import { company } from '#api/mail/company.ts';

// What we sell and certify (product §3 to §5), and what the portal calls itself: whoever guesses at our customers' passwords
// begins with these.
const products = [
  'Infrastructure',
  'Services managés',
  'Managed services',
  'Cybersécurité',
  'Cybersecurity',
  'Cloud Microsoft',
  'Microsoft',
  'Microsoft 365',
  'Office 365',
  'Azure',
  'Dynamics 365',
  'Formations',
  'Formation',
  'EBIOS Risk Manager',
  'EBIOS',
  'PECB',
  'ISO 27001',
  'Lead Implementer',
  'Lead Auditor',
  'Risk Manager',
  'RGPD',
  'Audit gratuit',
  'Espace client',
  'Customer portal',
];

/** Letters alone: what people put around a word that they may not use is digits and signs. */
const lettersOf = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}]/gu, '');

const shortest = 3;
const ours = new Set(
  [company.name, ...company.name.split(' '), ...hostWords(company.email.split('@')[1] ?? ''), ...products].map(
    lettersOf,
  ),
);

function hostWords(host: string): string[] {
  const labels = host.split('.').filter((label) => label !== 'www');
  return [host, labels.join('.'), ...labels];
}

/** Whether a password is nothing but our name, our products or our address, with digits and signs around it. */
export function isCompanyTerm(password: string, siteUrl: string): boolean {
  const given = lettersOf(password);
  if (given.length < shortest) return false;
  return ours.has(given) || hostWords(new URL(siteUrl).hostname).some((word) => lettersOf(word) === given);
}
