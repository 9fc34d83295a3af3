import { add, compare, negate } from '#contract/decimal.ts';
import type { InvoiceAddress, InvoiceDocument, InvoiceParty } from '#contract/invoice-document.ts';

// Cross Industry Invoice (UN/CEFACT D22B) in the profile EN 16931, which is also the XML of Factur-X. The order of elements is the
// schema's. `npm run invoices:validate` checks the result against the schema and the rules of EN 16931 and of the French reform.

type Child = string | null | false;

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** XML 1.0 has no escape for control characters and half surrogate pairs: they are left out. */
const escapeText = (value: string) =>
  value
    .toWellFormed()
    .replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replaceAll(/[&<>"]/g, (character) => escapes[character] as string);

/** An element with a text; none without one. */
function leaf(name: string, value: string | null, attributes: Record<string, string> = {}): Child {
  if (value === null || value === '') return null;
  const written = Object.entries(attributes).map(([key, text]) => ` ${key}="${escapeText(text)}"`);
  return `<${name}${written.join('')}>${escapeText(value)}</${name}>`;
}

/** An element with elements; none without one. */
function node(name: string, ...children: Child[]): Child {
  const present = children.filter((child) => typeof child === 'string');
  return present.length === 0 ? null : `<${name}>\n${present.join('\n')}\n</${name}>`;
}

/** The schema requires it even if empty. */
const required = (name: string, ...children: Child[]) => node(name, ...children) ?? `<${name}/>`;

const many = <T>(values: T[], write: (value: T) => Child) => {
  const written = values.map(write).filter((child) => typeof child === 'string');
  return written.length === 0 ? null : written.join('\n');
};

/** 102 is CCYYMMDD. */
const date = (name: string, day: string | null, namespace = 'udt') =>
  day !== null && node(name, leaf(`${namespace}:DateTimeString`, day.replaceAll('-', ''), { format: '102' }));

const address = ({ lines: [one = '', two = '', three = ''], postCode, city, country }: InvoiceAddress) =>
  node(
    'ram:PostalTradeAddress',
    leaf('ram:PostcodeCode', postCode),
    leaf('ram:LineOne', one),
    leaf('ram:LineTwo', two),
    leaf('ram:LineThree', three),
    leaf('ram:CityName', city),
    leaf('ram:CountryID', country),
  );

function party(name: string, { name: company, siren, vatId, endpoint, email, address: postal }: InvoiceParty): Child {
  const [scheme = '', ...identifier] = (endpoint ?? '').split(':');
  return node(
    name,
    leaf('ram:Name', company),
    node('ram:SpecifiedLegalOrganization', leaf('ram:ID', siren, { schemeID: '0002' })),
    node('ram:DefinedTradeContact', node('ram:EmailURIUniversalCommunication', leaf('ram:URIID', email))),
    address(postal),
    node('ram:URIUniversalCommunication', leaf('ram:URIID', identifier.join(':'), { schemeID: scheme })),
    node('ram:SpecifiedTaxRegistration', leaf('ram:ID', vatId, { schemeID: 'VA' })),
  );
}

/** Outside VAT (O) a rate is forbidden. */
const rate = (category: string, percent: string) => category !== 'O' && leaf('ram:RateApplicablePercent', percent);

/** Without a reason, a code says what it is (UNTDID 5189 and 7161): a discount, or a charge agreed on. */
function adjustment({ amount, reason }: { amount: string; reason: string | null }, ...tax: Child[]): Child {
  const isCharge = compare(amount, '0') > 0;
  return node(
    'ram:SpecifiedTradeAllowanceCharge',
    node('ram:ChargeIndicator', leaf('udt:Indicator', String(isCharge))),
    leaf('ram:ActualAmount', isCharge ? amount : negate(amount)),
    reason === null && leaf('ram:ReasonCode', isCharge ? 'ZZZ' : '95'),
    leaf('ram:Reason', reason),
    ...tax,
  );
}

const line = (one: InvoiceDocument['lines'][number]) =>
  node(
    'ram:IncludedSupplyChainTradeLineItem',
    node('ram:AssociatedDocumentLineDocument', leaf('ram:LineID', one.id)),
    node('ram:SpecifiedTradeProduct', leaf('ram:Name', one.name), leaf('ram:Description', one.description)),
    node(
      'ram:SpecifiedLineTradeAgreement',
      node(
        'ram:NetPriceProductTradePrice',
        leaf('ram:ChargeAmount', one.price),
        one.priceQuantity !== '1' && leaf('ram:BasisQuantity', one.priceQuantity, { unitCode: one.unit }),
      ),
    ),
    node('ram:SpecifiedLineTradeDelivery', leaf('ram:BilledQuantity', one.quantity, { unitCode: one.unit })),
    node(
      'ram:SpecifiedLineTradeSettlement',
      node(
        'ram:ApplicableTradeTax',
        leaf('ram:TypeCode', 'VAT'),
        leaf('ram:CategoryCode', one.taxCategory),
        rate(one.taxCategory, one.taxRate),
      ),
      many(one.adjustments, (given) => adjustment(given)),
      node('ram:SpecifiedTradeSettlementLineMonetarySummation', leaf('ram:LineTotalAmount', one.net)),
    ),
  );

const tax = (invoice: InvoiceDocument) => (one: InvoiceDocument['taxes'][number]) =>
  node(
    'ram:ApplicableTradeTax',
    leaf('ram:CalculatedAmount', one.amount),
    leaf('ram:TypeCode', 'VAT'),
    leaf('ram:ExemptionReason', one.exemption),
    leaf('ram:BasisAmount', one.base),
    leaf('ram:CategoryCode', one.category),
    leaf('ram:ExemptionReasonCode', one.exemptionCode),
    leaf('ram:DueDateTypeCode', invoice.taxPoint),
    rate(one.category, one.rate),
  );

/** 58 is a SEPA transfer, which knows euros only; 30 is a transfer. */
const paymentMeans = ({ payment: { iban, bic, holder }, currency }: InvoiceDocument) =>
  iban !== null &&
  node(
    'ram:SpecifiedTradeSettlementPaymentMeans',
    leaf('ram:TypeCode', currency === 'EUR' ? '58' : '30'),
    node('ram:PayeePartyCreditorFinancialAccount', leaf('ram:IBANID', iban), leaf('ram:AccountName', holder)),
    node('ram:PayeeSpecifiedCreditorFinancialInstitution', leaf('ram:BICID', bic)),
  );

function sumOf(amounts: string[], sign: 1 | -1): string | null {
  const chosen = amounts.filter((amount) => compare(amount, '0') * sign > 0);
  if (chosen.length === 0) return null;
  return sign === 1 ? add(...chosen) : negate(add(...chosen));
}

function totals({ totals: sums, adjustments, currency, taxInEuros }: InvoiceDocument): Child {
  const amounts = adjustments.map(({ amount }) => amount);
  return node(
    'ram:SpecifiedTradeSettlementHeaderMonetarySummation',
    leaf('ram:LineTotalAmount', sums.lines),
    leaf('ram:ChargeTotalAmount', sumOf(amounts, 1)),
    leaf('ram:AllowanceTotalAmount', sumOf(amounts, -1)),
    leaf('ram:TaxBasisTotalAmount', sums.net),
    leaf('ram:TaxTotalAmount', sums.tax, { currencyID: currency }),
    leaf('ram:TaxTotalAmount', taxInEuros, { currencyID: 'EUR' }),
    compare(sums.rounding, '0') !== 0 && leaf('ram:RoundingAmount', sums.rounding),
    leaf('ram:GrandTotalAmount', sums.gross),
    compare(sums.paid, '0') !== 0 && leaf('ram:TotalPrepaidAmount', sums.paid),
    leaf('ram:DuePayableAmount', sums.due),
  );
}

export function writeCii(invoice: InvoiceDocument): string {
  const { payment } = invoice;
  const root = [
    node(
      'rsm:ExchangedDocumentContext',
      node('ram:BusinessProcessSpecifiedDocumentContextParameter', leaf('ram:ID', invoice.process)),
      node('ram:GuidelineSpecifiedDocumentContextParameter', leaf('ram:ID', 'urn:cen.eu:en16931:2017')),
    ),
    node(
      'rsm:ExchangedDocument',
      leaf('ram:ID', invoice.number),
      leaf('ram:TypeCode', invoice.kind),
      date('ram:IssueDateTime', invoice.issuedOn),
      many(invoice.notes, ({ code, text }) =>
        node('ram:IncludedNote', leaf('ram:Content', text), leaf('ram:SubjectCode', code)),
      ),
    ),
    node(
      'rsm:SupplyChainTradeTransaction',
      many(invoice.lines, line),
      node(
        'ram:ApplicableHeaderTradeAgreement',
        party('ram:SellerTradeParty', invoice.seller),
        party('ram:BuyerTradeParty', invoice.buyer),
        node('ram:BuyerOrderReferencedDocument', leaf('ram:IssuerAssignedID', invoice.orderNumber)),
        node('ram:ContractReferencedDocument', leaf('ram:IssuerAssignedID', invoice.contractNumber)),
      ),
      required(
        'ram:ApplicableHeaderTradeDelivery',
        invoice.deliveredTo !== null && node('ram:ShipToTradeParty', address(invoice.deliveredTo)),
        node('ram:ActualDeliverySupplyChainEvent', date('ram:OccurrenceDateTime', invoice.deliveredOn)),
      ),
      node(
        'ram:ApplicableHeaderTradeSettlement',
        leaf('ram:PaymentReference', payment.reference),
        invoice.taxInEuros !== null && leaf('ram:TaxCurrencyCode', 'EUR'),
        leaf('ram:InvoiceCurrencyCode', invoice.currency),
        paymentMeans(invoice),
        many(invoice.taxes, tax(invoice)),
        many(invoice.adjustments, (given) =>
          adjustment(
            given,
            node(
              'ram:CategoryTradeTax',
              leaf('ram:TypeCode', 'VAT'),
              leaf('ram:CategoryCode', given.taxCategory),
              rate(given.taxCategory, given.taxRate),
            ),
          ),
        ),
        node(
          'ram:SpecifiedTradePaymentTerms',
          leaf('ram:Description', payment.terms),
          date('ram:DueDateDateTime', invoice.dueOn),
        ),
        totals(invoice),
        many(invoice.corrects, ({ number, issuedOn }) =>
          node(
            'ram:InvoiceReferencedDocument',
            leaf('ram:IssuerAssignedID', number),
            date('ram:FormattedIssueDateTime', issuedOn, 'qdt'),
          ),
        ),
      ),
    ),
  ];
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rsm:CrossIndustryInvoice xmlns:rsm="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100"',
    ' xmlns:ram="urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100"',
    ' xmlns:qdt="urn:un:unece:uncefact:data:standard:QualifiedDataType:100"',
    ' xmlns:udt="urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100">',
    ...root,
    '</rsm:CrossIndustryInvoice>',
    '',
  ].join('\n');
}
