import { negate } from '#contract/decimal.ts';
import type {
  InvoiceAddress,
  InvoiceDocument,
  InvoiceLine,
  InvoiceParty,
  InvoiceTax,
} from '#contract/invoice-document.ts';
import { documentKinds } from '#contract/invoice-document.ts';
import { find, findAll, textAt, type XmlElement } from './read-xml.ts';
import {
  firstAccount,
  idsAt,
  isTrue,
  lengths,
  partyOf,
  priceOf,
  profileOf,
  type Reading,
  toDay,
  toKind,
  type Where,
} from './reading.ts';

// OASIS UBL 2.1. A credit note is a document of its own, with other names for its lines.

interface Dialect {
  type: string;
  line: string;
  quantity: string;
  kind: string;
}

const dialects = new Map<string, Dialect>([
  [
    'inv:Invoice',
    {
      type: 'cbc:InvoiceTypeCode',
      line: 'cac:InvoiceLine',
      quantity: 'cbc:InvoicedQuantity',
      kind: documentKinds.invoice,
    },
  ],
  [
    'cn:CreditNote',
    {
      type: 'cbc:CreditNoteTypeCode',
      line: 'cac:CreditNoteLine',
      quantity: 'cbc:CreditedQuantity',
      kind: documentKinds.creditNote,
    },
  ],
]);

export const isUbl = ({ name }: XmlElement) => dialects.has(name);

function dayAt(from: Where, path: string): string | null {
  const written = textAt(from, path);
  return written === null ? null : toDay(written, path);
}

/** UBL has codes of its own for when VAT becomes due (UNTDID 2005); ours are those of UNTDID 2475. */
const taxPoints: Readonly<Record<string, string>> = { '3': '5', '35': '29', '432': '72' };

export function readUbl(root: XmlElement, reading: Reading): InvoiceDocument {
  const dialect = dialects.get(root.name);
  if (dialect === undefined) throw new Error(`${root.name} is not UBL.`);
  const { text, requiredText, amount, requiredAmount } = reading;
  const currency = reading.currency(root, 'cbc:DocumentCurrencyCode');
  const total = find(root, 'cac:LegalMonetaryTotal');
  const net = requiredAmount(total, 'cbc:TaxExclusiveAmount', currency);
  const gross = requiredAmount(total, 'cbc:TaxInclusiveAmount', currency);
  const taxTotals = findAll(root, 'cac:TaxTotal');
  const isIn = (wanted: string) => (one: XmlElement) => find(one, 'cbc:TaxAmount')?.attributes['currencyID'] === wanted;
  const own = taxTotals.find(isIn(currency)) ?? taxTotals[0];
  const delivery = find(root, 'cac:Delivery');
  const taxPoint = textAt(root, 'cac:InvoicePeriod/cbc:DescriptionCode');
  return {
    number: requiredText(root, 'cbc:ID'),
    kind: toKind(textAt(root, dialect.type) ?? dialect.kind, dialect.type),
    // Its schema says that it is missing.
    issuedOn: dayAt(root, 'cbc:IssueDate') ?? '',
    dueOn: dayAt(root, 'cbc:DueDate') ?? dayAt(root, 'cac:PaymentMeans/cbc:PaymentDueDate'),
    deliveredOn: dayAt(delivery, 'cbc:ActualDeliveryDate'),
    deliveredTo: addressAt(delivery, 'cac:DeliveryLocation/cac:Address', reading),
    taxPoint: taxPoint === null ? null : (taxPoints[taxPoint] ?? taxPoint.slice(0, lengths.short)),
    currency,
    profile: profileOf(textAt(root, 'cbc:CustomizationID')),
    process: text(root, 'cbc:ProfileID'),
    seller: readParty(find(root, 'cac:AccountingSupplierParty/cac:Party'), 'seller', reading),
    buyer: readParty(find(root, 'cac:AccountingCustomerParty/cac:Party'), 'buyer', reading),
    orderNumber: text(root, 'cac:OrderReference/cbc:ID'),
    contractNumber: text(root, 'cac:ContractDocumentReference/cbc:ID'),
    corrects: findAll(root, 'cac:BillingReference/cac:InvoiceDocumentReference').flatMap((one) => {
      const number = text(one, 'cbc:ID');
      return number === null ? [] : [{ number, issuedOn: dayAt(one, 'cbc:IssueDate') }];
    }),
    lines: findAll(root, dialect.line).map((line) => readLine(line, dialect, reading, currency)),
    adjustments: findAll(root, 'cac:AllowanceCharge').map((one) => ({
      ...readAdjustment(one, reading, currency),
      ...rateOf(find(one, 'cac:TaxCategory'), reading),
    })),
    taxes: findAll(own, 'cac:TaxSubtotal').map((one) => readTax(one, reading, currency)),
    totals: {
      lines: amount(total, 'cbc:LineExtensionAmount', currency) ?? net,
      net,
      tax: amount(own, 'cbc:TaxAmount', currency) ?? '0.00',
      gross,
      paid: amount(total, 'cbc:PrepaidAmount', currency) ?? '0.00',
      rounding: amount(total, 'cbc:PayableRoundingAmount', currency) ?? '0.00',
      due: requiredAmount(total, 'cbc:PayableAmount', currency),
    },
    taxInEuros: currency === 'EUR' ? null : amount(taxTotals.find(isIn('EUR')), 'cbc:TaxAmount', 'EUR'),
    payment: readPayment(root, reading),
    notes: findAll(root, 'cbc:Note').flatMap(({ text: written }) => readNote(written.trim(), reading)),
  };
}

/** A note begins with its subject code between number signs. */
function readNote(written: string, { text }: Reading) {
  const [, code, rest] = /^#([A-Z]{3})#([\s\S]*)$/.exec(written) ?? [];
  const note = { name: '', attributes: {}, children: [], text: rest ?? written };
  const content = text({ ...note, children: [{ ...note, name: 'cbc:Note' }] }, 'cbc:Note', lengths.long);
  return content === null ? [] : [{ code: code ?? null, text: content }];
}

function addressAt(from: Where, path: string, { text }: Reading): InvoiceAddress | null {
  const address = find(from, path);
  if (address === undefined) return null;
  const street = ['cbc:StreetName', 'cbc:AdditionalStreetName', 'cac:AddressLine/cbc:Line'];
  return {
    lines: street.map((line) => text(address, line)).filter((one) => one !== null),
    postCode: text(address, 'cbc:PostalZone'),
    city: text(address, 'cbc:CityName'),
    country: text(address, 'cac:Country/cbc:IdentificationCode'),
  };
}

function readParty(party: Where, who: string, reading: Reading): InvoiceParty {
  const { text, firstText } = reading;
  const legal = idsAt(party, 'cac:PartyLegalEntity/cbc:CompanyID');
  const endpoint = idsAt(party, 'cbc:EndpointID')[0];
  const vat = findAll(party, 'cac:PartyTaxScheme').find((one) => {
    const scheme = textAt(one, 'cac:TaxScheme/cbc:ID');
    return scheme === null || scheme === 'VAT';
  });
  const vatId = text(vat, 'cbc:CompanyID');
  const name = firstText(party, ['cac:PartyLegalEntity/cbc:RegistrationName', 'cac:PartyName/cbc:Name']);
  const named = {
    name: name ?? reading.requiredText(party, 'cac:PartyLegalEntity/cbc:RegistrationName'),
    ids: [...legal, ...idsAt(party, 'cac:PartyIdentification/cbc:ID')],
    vatId,
    endpoint,
    address: addressAt(party, 'cac:PostalAddress', reading),
    email: text(party, 'cac:Contact/cbc:ElectronicMail'),
  };
  return partyOf(named, who, reading);
}

function readAdjustment(one: XmlElement, { requiredAmount, text }: Reading, currency: string) {
  const value = requiredAmount(one, 'cbc:Amount', currency);
  const isCharge = isTrue(one, 'cbc:ChargeIndicator');
  return { amount: isCharge ? value : negate(value), reason: text(one, 'cbc:AllowanceChargeReason') };
}

const rateOf = (category: Where, { text, decimal }: Reading) => ({
  taxCategory: text(category, 'cbc:ID') ?? '',
  taxRate: decimal(category, 'cbc:Percent') ?? '0',
});

function readLine(line: XmlElement, dialect: Dialect, reading: Reading, currency: string): InvoiceLine {
  const { text, decimal } = reading;
  const net = reading.requiredAmount(line, 'cbc:LineExtensionAmount', currency);
  const quantity = decimal(line, dialect.quantity) ?? '1';
  return {
    id: text(line, 'cbc:ID') ?? '',
    name: text(line, 'cac:Item/cbc:Name', lengths.name) ?? '',
    description: text(line, 'cac:Item/cbc:Description', lengths.long),
    quantity,
    unit: find(line, dialect.quantity)?.attributes['unitCode']?.slice(0, lengths.short) ?? 'C62',
    ...priceOf(decimal(line, 'cac:Price/cbc:PriceAmount'), decimal(line, 'cac:Price/cbc:BaseQuantity'), quantity, net),
    adjustments: findAll(line, 'cac:AllowanceCharge').map((one) => readAdjustment(one, reading, currency)),
    net,
    ...rateOf(find(line, 'cac:Item/cac:ClassifiedTaxCategory'), reading),
  };
}

function readTax(subtotal: XmlElement, reading: Reading, currency: string): InvoiceTax {
  const category = find(subtotal, 'cac:TaxCategory');
  const { taxCategory, taxRate } = rateOf(category, reading);
  return {
    category: taxCategory,
    rate: taxRate,
    base: reading.requiredAmount(subtotal, 'cbc:TaxableAmount', currency),
    amount: reading.requiredAmount(subtotal, 'cbc:TaxAmount', currency),
    exemption: reading.text(category, 'cbc:TaxExemptionReason', lengths.name),
    exemptionCode: reading.text(category, 'cbc:TaxExemptionReasonCode'),
  };
}

function readPayment(root: XmlElement, reading: Reading): InvoiceDocument['payment'] {
  const { text } = reading;
  const accounts = findAll(root, 'cac:PaymentMeans/cac:PayeeFinancialAccount').flatMap((account) => {
    const iban = text(account, 'cbc:ID')?.replaceAll(/\s/g, '');
    if (iban === undefined) return [];
    const bic = text(account, 'cac:FinancialInstitutionBranch/cbc:ID');
    return [{ iban, bic, holder: text(account, 'cbc:Name') }];
  });
  return {
    ...firstAccount(accounts, reading),
    reference: text(root, 'cac:PaymentMeans/cbc:PaymentID'),
    terms: text(root, 'cac:PaymentTerms/cbc:Note', lengths.long),
  };
}
