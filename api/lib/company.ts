import { readFileSync } from 'node:fs';
import { type Facts, builtFacts, isLegalFact, unfilledFacts } from '#content/facts.ts';
import { type CompanyFile, companyFile } from '#content/schema/site.ts';
import { office as builtOffice, site } from '#content/site.ts';
import { companyFilePath } from './env.ts';
import { OperatorError } from './errors.ts';

/** `publisher.siret` and `publisher.vatNumber` of the facts. */
export interface SellerFacts {
  siret: string | undefined;
  vatNumber: string | undefined;
}

// Read once, and by every thread: mails, invoices and pages name the same company until the server starts again.
const { given, problems } = readCompanyFile(companyFilePath);

/** The facts of content/site.ts, and before them those of COMPANY_FILE. The only module of api/ that reads either: see decision 010. */
export const facts: Facts = {
  publisher: { ...builtFacts.publisher, ...given.publisher },
  training: { ...builtFacts.training, ...given.training },
  offers: { ...builtFacts.offers, ...given.offers },
};
export const { publisher } = facts;

const { phone = site.company.phone, email = site.company.email } = given;
export const office = {
  ...builtOffice,
  ...(given.address !== undefined && { address: given.address }),
  ...(given.postal !== undefined && { postal: given.postal }),
  phone,
  email,
};

// Nobody can own this domain: the company is the invented one of the sources, and its numbers were never assigned.
const isInvented = email.endsWith('.example');
const invented = { siret: '00000010900014', vatNumber: 'FR48000000109' };
export const sellerFacts: SellerFacts = {
  siret: publisher.siret ?? (isInvented ? invented.siret : undefined),
  vatNumber: publisher.vatNumber ?? (isInvented ? invented.vatNumber : undefined),
};

/** The company's name and contact details. */
export const company = {
  name: site.company.name,
  email,
  phone,
  /** The first nine digits of the SIRET; null until it is filled in. */
  siren: publisher.siret?.replaceAll(/\D/g, '').slice(0, 9) ?? null,
  postalAddress: `${office.address}, ${office.postal} ${office.city}, ${office.country}`,
};

const noBreak = (text: string) => text.replaceAll(' ', '\u00a0');
// In copy, the spaces of a phone number do not break (scripts/build/no-breaks.ts). A postal code is not a part of a number.
const contactDetails = [
  [site.company.phoneHref, `tel:${phone.replaceAll(/[^+\d]/g, '')}`],
  [site.company.phone, phone],
  [noBreak(site.company.phone), noBreak(phone)],
  [site.company.email, email],
  [site.company.dpoEmail, given.dpoEmail ?? site.company.dpoEmail],
  [builtOffice.address, office.address],
  [builtOffice.postal, office.postal],
]
  .filter(([built, own]) => built !== own)
  .map(
    ([built = '', own = '']) =>
      [new RegExp(`(?<![\\w.@-])${built.replaceAll(/[.+]/g, String.raw`\$&`)}(?![\\w@-])`, 'gu'), own] as const,
  );

/** Whether a build has other contact details than this company. */
export const hasOwnContact = contactDetails.length > 0;

/** Writes the company's contact details over those of a build. */
export const fillContact = (text: string): string =>
  contactDetails.reduce((filled, [built, own]) => filled.replaceAll(built, () => own), text);

/** Facts that nobody has filled in: `publisher.siret`. */
export const unfilled: readonly string[] = unfilledFacts(facts);
/** Those of them that the law requires of a public site. */
export const missing: readonly string[] = unfilled.filter(isLegalFact);
/** Where an operator fills them in. */
export const factsFile = companyFilePath ?? 'the file that COMPANY_FILE names, or before a build in content/site.ts';

/** Everything that is wrong with COMPANY_FILE. */
export const companyFileProblems: readonly string[] = problems;

/** Says why COMPANY_FILE cannot be used. Not thrown while modules load, where it would be a stack trace. */
export function requireCompanyFile(): void {
  if (problems.length === 0) return;
  throw new OperatorError(
    `COMPANY_FILE is ${companyFilePath}, which cannot be used: ${problems.join('; ')}. docs/operations.md has an example.`,
  );
}

function readCompanyFile(file: string | undefined): { given: CompanyFile; problems: string[] } {
  if (file === undefined) return { given: {}, problems: [] };
  let content: unknown;
  try {
    // Editors on Windows begin a file with a byte order mark.
    content = JSON.parse(
      readFileSync(file, 'utf8').replace(/^\ufeff/, ''),
      (_key, value: unknown) => value ?? undefined,
    );
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const reason = error instanceof SyntaxError ? `it is not JSON: ${message}` : `it cannot be read (${code})`;
    return { given: {}, problems: [reason] };
  }
  const result = companyFile.safeParse(content);
  if (result.success) return { given: result.data, problems: [] };
  const describe = ({ path, message }: (typeof result.error.issues)[number]) =>
    `${path.join('.') || 'the file'}: ${message}`;
  return { given: {}, problems: result.error.issues.map(describe) };
}
