import { compare, negate } from '#contract/decimal.ts';
import type {
  InvoiceAddress,
  InvoiceDocument,
  InvoiceLine,
  InvoiceParty,
  InvoiceTax,
} from '#contract/invoice-document.ts';
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

// UN/CEFACT Cross Industry Invoice, as in Factur-X and ZUGFeRD 2 (D16B), and as in ZUGFeRD 1, which calls some elements otherwise.

interface Dialect {
  context: string;
  header: string;
  transaction: string;
  agreement: string;
  delivery: string;
  settlement: string;
  summation: string;
  lineAgreement: string;
  lineDelivery: string;
  lineSettlement: string;
  lineSummation: string;
  rate: string;
}

const current: Dialect = {
  context: 'rsm:ExchangedDocumentContext',
  header: 'rsm:ExchangedDocument',
  transaction: 'rsm:SupplyChainTradeTransaction',
  agreement: 'ram:ApplicableHeaderTradeAgreement',
  delivery: 'ram:ApplicableHeaderTradeDelivery',
  settlement: 'ram:ApplicableHeaderTradeSettlement',
  summation: 'ram:SpecifiedTradeSettlementHeaderMonetarySummation',
  lineAgreement: 'ram:SpecifiedLineTradeAgreement',
  lineDelivery: 'ram:SpecifiedLineTradeDelivery',
  lineSettlement: 'ram:SpecifiedLineTradeSettlement',
  lineSummation: 'ram:SpecifiedTradeSettlementLineMonetarySummation',
  rate: 'ram:RateApplicablePercent',
};
const zugferd1: Dialect = {
  context: 'rsm:SpecifiedExchangedDocumentContext',
  header: 'rsm:HeaderExchangedDocument',
  transaction: 'rsm:SpecifiedSupplyChainTradeTransaction',
  agreement: 'ram:ApplicableSupplyChainTradeAgreement',
  delivery: 'ram:ApplicableSupplyChainTradeDelivery',
  settlement: 'ram:ApplicableSupplyChainTradeSettlement',
  summation: 'ram:SpecifiedTradeSettlementMonetarySummation',
  lineAgreement: 'ram:SpecifiedSupplyChainTradeAgreement',
  lineDelivery: 'ram:SpecifiedSupplyChainTradeDelivery',
  lineSettlement: 'ram:SpecifiedSupplyChainTradeSettlement',
  lineSummation: 'ram:SpecifiedTradeSettlementMonetarySummation',
  rate: 'ram:ApplicablePercent',
};
const dialects = new Map([
  ['rsm:CrossIndustryInvoice', current],
  ['rsm:CrossIndustryDocument', zugferd1],
]);

export const isCii = ({ name }: XmlElement) => dialects.has(name);

/** The element's text is in a child of its date type. */
function dayAt(from: Where, path: string): string | null {
  const element = find(from, path);
  const written =
    textAt(element, 'udt:DateTimeString') ?? textAt(element, 'qdt:DateTimeString') ?? textAt(element, 'udt:DateString');
  return written === null ? null : toDay(written, path);
}

export function readCii(root: XmlElement, reading: Reading): InvoiceDocument {
  const dialect = dialects.get(root.name) ?? current;
  const { text, requiredText, amount, requiredAmount } = reading;
  const header = find(root, dialect.header);
  const transaction = find(root, dialect.transaction);
  const agreement = find(transaction, dialect.agreement);
  const settlement = find(transaction, dialect.settlement);
  const currency = reading.currency(settlement, 'ram:InvoiceCurrencyCode');
  const summation = find(settlement, dialect.summation);
  const issuedOn = dayAt(header, 'ram:IssueDateTime');
  const net = requiredAmount(summation, 'ram:TaxBasisTotalAmount', currency);
  const gross = requiredAmount(summation, 'ram:GrandTotalAmount', currency);
  const vat = taxTotals(summation, reading, currency);
  const terms = findAll(settlement, 'ram:SpecifiedTradePaymentTerms');
  const lines = findAll(transaction, 'ram:IncludedSupplyChainTradeLineItem')
    .filter(isCounted)
    .map((line) => readLine(line, dialect, reading, currency));
  return {
    number: requiredText(header, 'ram:ID'),
    kind: toKind(requiredText(header, 'ram:TypeCode'), 'ram:TypeCode'),
    // Its schema says that it is missing.
    issuedOn: issuedOn ?? '',
    dueOn: terms.map((one) => dayAt(one, 'ram:DueDateDateTime')).find((one) => one !== null) ?? null,
    deliveredOn: dayAt(transaction, `${dialect.delivery}/ram:ActualDeliverySupplyChainEvent/ram:OccurrenceDateTime`),
    deliveredTo: addressAt(transaction, `${dialect.delivery}/ram:ShipToTradeParty/ram:PostalTradeAddress`, reading),
    taxPoint: text(settlement, 'ram:ApplicableTradeTax/ram:DueDateTypeCode'),
    currency,
    profile: profileOf(textAt(root, `${dialect.context}/ram:GuidelineSpecifiedDocumentContextParameter/ram:ID`)),
    process: text(root, `${dialect.context}/ram:BusinessProcessSpecifiedDocumentContextParameter/ram:ID`),
    seller: readParty(find(agreement, 'ram:SellerTradeParty'), 'seller', reading),
    buyer: readParty(find(agreement, 'ram:BuyerTradeParty'), 'buyer', reading),
    orderNumber: referenceAt(agreement, 'ram:BuyerOrderReferencedDocument', reading),
    contractNumber: referenceAt(agreement, 'ram:ContractReferencedDocument', reading),
    corrects: findAll(settlement, 'ram:InvoiceReferencedDocument').flatMap((one) => {
      const number = reading.firstText(one, ['ram:IssuerAssignedID', 'ram:ID']);
      const day = dayAt(one, 'ram:FormattedIssueDateTime') ?? dayAt(one, 'ram:IssueDateTime');
      return number === null ? [] : [{ number, issuedOn: day }];
    }),
    lines,
    adjustments: readAdjustments(settlement, dialect, reading, currency),
    taxes: findAll(settlement, 'ram:ApplicableTradeTax').map((one) => readTax(one, dialect, reading, currency)),
    totals: {
      // The profile "minimum" has no sum of lines.
      lines: amount(summation, 'ram:LineTotalAmount', currency) ?? net,
      net,
      tax: vat.tax,
      gross,
      paid: amount(summation, 'ram:TotalPrepaidAmount', currency) ?? '0.00',
      rounding: amount(summation, 'ram:RoundingAmount', currency) ?? '0.00',
      due: amount(summation, 'ram:DuePayableAmount', currency) ?? gross,
    },
    taxInEuros: vat.inEuros,
    payment: readPayment(settlement, terms, reading),
    notes: findAll(header, 'ram:IncludedNote').flatMap((one) => {
      const content = text(one, 'ram:Content', lengths.long);
      return content === null ? [] : [{ code: text(one, 'ram:SubjectCode'), text: content }];
    }),
  };
}

/** Lines that only group others, or inform, have no amount of their own (profile "extended"). */
function isCounted(line: XmlElement): boolean {
  const kind = textAt(line, 'ram:AssociatedDocumentLineDocument/ram:LineStatusReasonCode');
  return kind !== 'GROUP' && kind !== 'INFORMATION';
}

/** One per currency: the VAT may be there in euros, too. */
function taxTotals(summation: Where, { amount }: Reading, currency: string) {
  const totals = findAll(summation, 'ram:TaxTotalAmount');
  const of = (wanted: string) => totals.find(({ attributes }) => attributes['currencyID'] === wanted);
  const own = of(currency) ?? totals.find(({ attributes }) => attributes['currencyID'] !== 'EUR') ?? totals[0];
  const only = (one: XmlElement) => ({ ...one, children: [one] });
  const inEuros = currency === 'EUR' ? undefined : of('EUR');
  return {
    tax: (own && amount(only(own), 'ram:TaxTotalAmount', currency)) ?? '0.00',
    inEuros: (inEuros && amount(only(inEuros), 'ram:TaxTotalAmount', 'EUR')) ?? null,
  };
}

const referenceAt = (from: Where, path: string, { firstText }: Reading) =>
  firstText(from, [`${path}/ram:IssuerAssignedID`, `${path}/ram:ID`]);

function addressAt(from: Where, path: string, { text }: Reading): InvoiceAddress | null {
  const address = find(from, path);
  if (address === undefined) return null;
  const street = ['ram:LineOne', 'ram:LineTwo', 'ram:LineThree'].map((line) => text(address, line));
  return {
    lines: street.filter((one) => one !== null),
    postCode: text(address, 'ram:PostcodeCode'),
    city: text(address, 'ram:CityName'),
    country: text(address, 'ram:CountryID'),
  };
}

function readParty(party: Where, who: string, reading: Reading): InvoiceParty {
  const { text } = reading;
  const legal = idsAt(party, 'ram:SpecifiedLegalOrganization/ram:ID');
  const endpoint = idsAt(party, 'ram:URIUniversalCommunication/ram:URIID')[0];
  const taxIds = idsAt(party, 'ram:SpecifiedTaxRegistration/ram:ID');
  const vatId = taxIds.find(({ scheme }) => scheme === 'VA')?.value.slice(0, lengths.short) ?? null;
  const named = {
    name: reading.requiredText(party, 'ram:Name'),
    ids: [...legal, ...idsAt(party, 'ram:GlobalID')],
    vatId,
    endpoint,
    address: addressAt(party, 'ram:PostalTradeAddress', reading),
    email: text(party, 'ram:DefinedTradeContact/ram:EmailURIUniversalCommunication/ram:URIID'),
  };
  return partyOf(named, who, reading);
}

function readAdjustments(settlement: Where, dialect: Dialect, reading: Reading, currency: string) {
  const listed = [
    ...findAll(settlement, 'ram:SpecifiedTradeAllowanceCharge').map((one) => ({
      ...readAdjustment(one, reading, currency),
      ...rateOf(find(one, 'ram:CategoryTradeTax'), dialect, reading),
    })),
    ...findAll(settlement, 'ram:SpecifiedLogisticsServiceCharge').map((one) => ({
      amount: reading.requiredAmount(one, 'ram:AppliedAmount', currency),
      reason: reading.text(one, 'ram:Description'),
      ...rateOf(find(one, 'ram:AppliedTradeTax'), dialect, reading),
    })),
  ];
  if (listed.length > 0) return listed;
  // ZUGFeRD 1's profile "basic" states their sums only.
  const sumAt = (name: string) => reading.amount(settlement, `${dialect.summation}/${name}`, currency) ?? '0.00';
  return [negate(sumAt('ram:AllowanceTotalAmount')), sumAt('ram:ChargeTotalAmount')]
    .filter((amount) => compare(amount, '0') !== 0)
    .map((amount) => ({ amount, reason: null, taxCategory: '', taxRate: '0' }));
}

function readAdjustment(one: XmlElement, { requiredAmount, text }: Reading, currency: string) {
  const value = requiredAmount(one, 'ram:ActualAmount', currency);
  const isCharge = isTrue(one, 'ram:ChargeIndicator/udt:Indicator');
  return { amount: isCharge ? value : negate(value), reason: text(one, 'ram:Reason') };
}

const rateOf = (tax: Where, { rate }: Dialect, { text, decimal }: Reading) => ({
  taxCategory: text(tax, 'ram:CategoryCode') ?? '',
  taxRate: decimal(tax, rate) ?? '0',
});

function readLine(line: XmlElement, dialect: Dialect, reading: Reading, currency: string): InvoiceLine {
  const { text, decimal, amount } = reading;
  const settlement = find(line, dialect.lineSettlement);
  const document = find(line, 'ram:AssociatedDocumentLineDocument');
  const price = find(line, `${dialect.lineAgreement}/ram:NetPriceProductTradePrice`);
  const quantity = find(line, `${dialect.lineDelivery}/ram:BilledQuantity`);
  const net = amount(settlement, `${dialect.lineSummation}/ram:LineTotalAmount`, currency) ?? '0.00';
  const count = decimal(line, `${dialect.lineDelivery}/ram:BilledQuantity`) ?? '1';
  return {
    id: text(document, 'ram:LineID') ?? '',
    // ZUGFeRD 1's lines without a product are notes.
    name:
      text(line, 'ram:SpecifiedTradeProduct/ram:Name', lengths.name) ??
      text(document, 'ram:IncludedNote/ram:Content', lengths.name) ??
      '',
    description: text(line, 'ram:SpecifiedTradeProduct/ram:Description', lengths.long),
    quantity: count,
    unit: quantity?.attributes['unitCode']?.slice(0, lengths.short) ?? 'C62',
    ...priceOf(decimal(price, 'ram:ChargeAmount'), decimal(price, 'ram:BasisQuantity'), count, net),
    adjustments: findAll(settlement, 'ram:SpecifiedTradeAllowanceCharge').map((one) =>
      readAdjustment(one, reading, currency),
    ),
    net,
    ...rateOf(find(settlement, 'ram:ApplicableTradeTax'), dialect, reading),
  };
}

function readTax(tax: XmlElement, dialect: Dialect, reading: Reading, currency: string): InvoiceTax {
  const { taxCategory, taxRate } = rateOf(tax, dialect, reading);
  return {
    category: taxCategory,
    rate: taxRate,
    base: reading.requiredAmount(tax, 'ram:BasisAmount', currency),
    amount: reading.requiredAmount(tax, 'ram:CalculatedAmount', currency),
    exemption: reading.text(tax, 'ram:ExemptionReason', lengths.name),
    exemptionCode: reading.text(tax, 'ram:ExemptionReasonCode'),
  };
}

function readPayment(settlement: Where, terms: XmlElement[], reading: Reading): InvoiceDocument['payment'] {
  const { text } = reading;
  const accounts = findAll(settlement, 'ram:SpecifiedTradeSettlementPaymentMeans').flatMap((means) => {
    const account = find(means, 'ram:PayeePartyCreditorFinancialAccount');
    const other = text(account, 'ram:ProprietaryID')?.replaceAll(/\s/g, '');
    if (other !== undefined) reading.accounts.add(other);
    const iban = text(account, 'ram:IBANID')?.replaceAll(/\s/g, '');
    if (iban === undefined) return [];
    const bic = text(means, 'ram:PayeeSpecifiedCreditorFinancialInstitution/ram:BICID');
    return [{ iban, bic, holder: text(account, 'ram:AccountName') }];
  });
  const descriptions = terms.map((one) => text(one, 'ram:Description', lengths.long));
  return {
    ...firstAccount(accounts, reading),
    reference: text(settlement, 'ram:PaymentReference'),
    terms: descriptions.find((one) => one !== null) ?? null,
  };
}
