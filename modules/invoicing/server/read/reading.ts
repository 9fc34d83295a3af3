import { isDecimal } from '#contract/decimal.ts';
import type { InvoiceAddress, InvoiceDocument, InvoiceParty } from '#contract/invoice-document.ts';
import { day as daySchema, isStorable } from '#contract/fields.ts';
import type { DocumentFinding, DocumentFindingCode } from '../../contract/invoice-import.ts';
import { InvoiceFileError } from './invoice-file-error.ts';
import { type XmlElement, find, findAll, textAt } from './read-xml.ts';

export type Where = XmlElement | undefined;

const maxFindings = 100;
/** The longest texts that the contract accepts (contract/invoice-document.ts). */
export const lengths = { short: 200, name: 1000, long: 4000 } as const;

/** Collects what a document contradicts, and reads values as both formats write them. */
export function createReading() {
  const findings: DocumentFinding[] = [];
  const accounts = new Set<string>();
  const note = (code: DocumentFindingCode, where: string | null = null, stated?: string, expected?: string) => {
    if (findings.length < maxFindings)
      findings.push({ code, where, stated: stated ?? null, expected: expected ?? null });
  };

  /** Texts that are too long to store are shortened, and the finding says where: the original has them in full. */
  const text = (from: Where, path: string, maxLength: number = lengths.short): string | null => {
    const found = textAt(from, path);
    if (found === null) return null;
    if (!isStorable(found)) throw new InvoiceFileError('value_invalid', path);
    if (found.length <= maxLength) return found;
    note('text_shortened', lastOf(path));
    return found.slice(0, maxLength).toWellFormed();
  };
  const requiredText = (from: Where, path: string, maxLength: number = lengths.short): string => {
    const found = text(from, path, maxLength);
    if (found === null) throw new InvoiceFileError('value_missing', path);
    return found;
  };
  /** The first path with a value wins. */
  const firstText = (from: Where, paths: readonly string[]): string | null => {
    for (const path of paths) {
      const found = text(from, path);
      if (found !== null) return found;
    }
    return null;
  };

  const decimal = (from: Where, path: string): string | null => {
    const found = textAt(from, path);
    return found === null ? null : toDecimal(found, path);
  };
  const requiredDecimal = (from: Where, path: string): string => {
    const found = decimal(from, path);
    if (found === null) throw new InvoiceFileError('value_missing', path);
    return found;
  };
  const amount = (from: Where, path: string, currency: string): string | null => {
    const element = find(from, path);
    const found = decimal(from, path);
    const written = element?.attributes['currencyID'];
    if (written !== undefined && written !== currency) note('amount_currency', lastOf(path), written, currency);
    if (found === null) return null;
    return toAmount(found, path);
  };
  const requiredAmount = (from: Where, path: string, currency: string): string => {
    const found = amount(from, path, currency);
    if (found === null) throw new InvoiceFileError('value_missing', path);
    return found;
  };
  /** The runtime knows ISO 4217. */
  const currency = (from: Where, path: string): string => {
    const found = requiredText(from, path);
    if (!currencies.has(found)) throw new InvoiceFileError('value_invalid', `${path}: ${found}`);
    return found;
  };
  return {
    findings,
    accounts,
    note,
    text,
    requiredText,
    firstText,
    decimal,
    requiredDecimal,
    amount,
    requiredAmount,
    currency,
  };
}
const currencies = new Set(Intl.supportedValuesOf('currency'));
export type Reading = ReturnType<typeof createReading>;

const lastOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);

/** `xs:decimal` allows `+1`, `.5`, `5.` and zeros that say nothing. Exponents and commas are not decimals. */
export function toDecimal(written: string, path: string): string {
  const [, sign = '', whole = '', fraction = ''] = /^([+-]?)(\d*)(?:\.(\d*))?$/.exec(written) ?? [];
  if (whole === '' && fraction === '') throw new InvoiceFileError('value_invalid', `${path}: ${written}`);
  const digits = whole.replace(/^0+(?=\d)/, '') || '0';
  const rest = fraction.replace(/0+$/, '');
  const value = `${digits}${rest === '' ? '' : `.${rest}`}`;
  if (digits.length > 14 || rest.length > 20 || !isDecimal(value))
    throw new InvoiceFileError('value_invalid', `${path}: ${written}`);
  return sign === '-' && /[1-9]/.test(value) ? `-${value}` : value;
}

/** With two digits after the point. More than two would be lost in the database, so they are an error. */
export function toAmount(value: string, path: string): string {
  const [whole = '', fraction = ''] = value.split('.');
  if (fraction.length > 2 || whole.replace('-', '').length > 12)
    throw new InvoiceFileError('value_invalid', `${path}: ${value}`);
  return `${whole}.${fraction.padEnd(2, '0')}`;
}

/** `2026-01-31`, or `20260131` of CII's format 102. A time zone behind a day is ignored. */
export function toDay(written: string, path: string): string {
  const [, year, month, date] = /^(\d{4})-?(\d{2})-?(\d{2})(?:Z|[+-]\d{2}:\d{2})?$/.exec(written) ?? [];
  const found = `${year}-${month}-${date}`;
  if (!daySchema.safeParse(found).success) throw new InvoiceFileError('value_invalid', `${path}: ${written}`);
  return found;
}

/** `xs:boolean` is also `1` and `0`. */
export const isTrue = (from: Where, path: string) => ['true', '1'].includes(textAt(from, path) ?? '');

/** 380, 381 and the others of UNTDID 1001 that are numbers. */
export function toKind(written: string, path: string): string {
  if (!/^\d{2,3}$/.test(written)) throw new InvoiceFileError('value_invalid', `${path}: ${written}`);
  return written;
}

/** An id with its scheme, as the attribute `schemeID` says. */
export interface SchemedId {
  scheme: string | undefined;
  value: string;
}
export const idsAt = (from: Where, path: string): SchemedId[] =>
  findAll(from, path)
    .map(({ attributes, text }) => ({ scheme: attributes['schemeID'], value: text.replaceAll(/\s/g, '') }))
    .filter(({ value }) => value !== '');

function sirenIn({ scheme, value }: SchemedId): string | undefined {
  if ((scheme === '0002' || scheme === '0225') && /^\d{9}(?:_.*)?$/.test(value)) return value.slice(0, 9);
  if (scheme === '0009' && /^\d{14}$/.test(value)) return value.slice(0, 9);
  return scheme === 'VA' ? /^FR[\dA-Z]{2}(\d{9})$/.exec(value)?.[1] : undefined;
}

/** By the ids of the company, its establishments, its electronic address or its French VAT id, in this order. */
function sirenOf(ids: readonly SchemedId[], vatId: string | null, who: string, note: Reading['note']) {
  const all = [...ids, { scheme: 'VA', value: vatId?.replaceAll(/\s/g, '') ?? '' }];
  const [first, ...others] = all.map(sirenIn).filter((one) => one !== undefined);
  const other = others.find((one) => one !== first);
  if (other !== undefined) note('siren_differs', who, other, first);
  return first ?? null;
}

/** A party as a format names it. */
interface NamedParty extends Pick<InvoiceParty, 'name' | 'vatId' | 'email'> {
  /** Ids of the company first, then those of its establishments. */
  ids: readonly SchemedId[];
  endpoint: SchemedId | undefined;
  address: InvoiceAddress | null;
}
export function partyOf({ ids, endpoint, ...party }: NamedParty, who: string, { note }: Reading): InvoiceParty {
  return {
    ...party,
    siren: sirenOf([...ids, ...(endpoint ? [endpoint] : [])], party.vatId, who, note),
    endpoint: endpoint === undefined ? null : `${endpoint.scheme ?? ''}:${endpoint.value}`.slice(0, lengths.short),
    address: party.address ?? { lines: [], postCode: null, city: null, country: null },
  };
}

/** Without a price, the line's amount is the price of all its units. */
export const priceOf = (price: string | null, per: string | null, quantity: string, net: string) =>
  price === null ? { price: net, priceQuantity: quantity } : { price, priceQuantity: per ?? '1' };

/** The profile without its prefix. ZUGFeRD 1 calls EN 16931 "comfort". */
export function profileOf(guideline: string | null): string {
  const written = guideline?.toLowerCase() ?? '';
  if (written.includes('xrechnung')) return 'xrechnung';
  if (written.includes('peppol')) return 'peppol';
  const known = ['minimum', 'basicwl', 'basic', 'comfort', 'extended'].find((name) =>
    written.split(/[:#_]/).some((part) => part === name),
  );
  if (known !== undefined) return known;
  return written.includes('en16931') || written === '' ? 'en16931' : 'other';
}

type Account = Pick<InvoiceDocument['payment'], 'iban' | 'bic' | 'holder'>;

/** The account that comes first; another one is a finding. All of them are compared with ours. */
export function firstAccount(found: readonly Account[], { note, accounts }: Reading): Account {
  for (const { iban } of found) if (iban !== null) accounts.add(iban);
  const [first = { iban: null, bic: null, holder: null }, ...others] = found;
  const other = others.find(({ iban }) => iban !== first.iban);
  if (other) note('several_ibans', null, other.iban ?? '', first.iban ?? '');
  return first;
}
