import { calculateInvoice, type DraftLine, type InvoiceDraft } from '#modules/invoicing/server/write/calculate.ts';
import type { InvoiceDocument, InvoiceParty } from '#contract/invoice-document.ts';

// Invoices that the rules of EN 16931 and of the French reform must accept. Companies, SIRENs and the IBAN are invented.

const vatIdOf = (siren: string) => `FR${String((12 + 3 * (Number(siren) % 97)) % 97).padStart(2, '0')}${siren}`;

const frenchCompany = (name: string, siren: string, street: string, postCode: string, city: string): InvoiceParty => ({
  name,
  siren,
  vatId: vatIdOf(siren),
  endpoint: `0225:${siren}`,
  address: { lines: [street], postCode, city, country: 'FR' },
  email: null,
});

export const exampleSeller: InvoiceParty = {
  ...frenchCompany('Rempart Azur', '000000109', 'Quartier de l’Arénas', '06200', 'Nice'),
  email: 'contact@rempart-azur.example',
};
const french = frenchCompany('Atlas Distribution', '000000208', '12 avenue des Exemples', '13002', 'Marseille');
const german: InvoiceParty = {
  name: 'Beispiel GmbH',
  siren: null,
  vatId: 'DE000000000',
  endpoint: '9930:DE000000000',
  address: { lines: ['Musterweg 1'], postCode: '10115', city: 'Berlin', country: 'DE' },
  email: null,
};
const american: InvoiceParty = {
  name: 'Example Trading Inc.',
  siren: null,
  vatId: null,
  endpoint: '0088:0000000000000',
  address: { lines: ['1 Example Street', 'Suite 200'], postCode: '00000', city: 'Springfield', country: 'US' },
  email: null,
};

export const exampleLine = (changes: Partial<DraftLine> = {}): DraftLine => ({
  name: 'Infogérance, forfait mensuel',
  description: null,
  quantity: '1',
  unit: 'C62',
  price: '1250.00',
  discountPercent: null,
  adjustments: [],
  taxCategory: 'S',
  taxRate: '20',
  ...changes,
});

export const exampleDraft = (changes: Partial<InvoiceDraft> = {}): InvoiceDraft => ({
  number: 'FA-2026-00001',
  kind: '380',
  issuedOn: '2026-11-02',
  dueOn: '2026-12-02',
  deliveredOn: '2026-10-31',
  deliveredTo: null,
  currency: 'EUR',
  language: 'fr',
  nature: 'services',
  isTaxedOnIssue: false,
  seller: exampleSeller,
  buyer: french,
  orderNumber: null,
  contractNumber: null,
  corrects: [],
  lines: [exampleLine()],
  adjustments: [],
  euroRate: null,
  paid: '0.00',
  payment: {
    iban: 'FR7630006000011234567890189',
    bic: 'AGRIFRPP',
    holder: 'Rempart Azur',
    reference: changes.number ?? 'FA-2026-00001',
    terms: 'Paiement à 30 jours par virement',
  },
  exemptions: {},
  remarks: [],
  ...changes,
});

/** As we issue them: a buyer without a SIREN is reached by email. */
const byEmail = { endpoint: 'EM:achats@exemple.example', email: 'achats@exemple.example' };
const consumer: InvoiceParty = { ...french, ...byEmail, name: 'Camille Exemple', siren: null, vatId: null };

/** The rates 20, 10, 5.5, 2.1 and 0 on one invoice. */
const everyRate = ['20', '10', '5.5', '2.1'].map((taxRate, index) =>
  exampleLine({ name: `Article à ${taxRate} %`, quantity: '3', price: `${index + 7}.${index}3`, taxRate }),
);
const zeroRated = exampleLine({ name: 'Article à 0 %', taxCategory: 'Z', taxRate: '0' });

/** `FA-2026-00003` for the third. */
export const manyLines = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    exampleLine({
      name: `Poste de travail ${index + 1}, supervision et mises à jour`,
      description: index % 7 === 0 ? 'Agent de supervision, correctifs de sécurité, rapport mensuel.' : null,
      quantity: String((index % 5) + 1),
      price: `${10 + (index % 13)}.${String((index * 37) % 100).padStart(2, '0')}`,
      taxRate: index % 4 === 0 ? '5.5' : '20',
      discountPercent: index % 9 === 0 ? '3.5' : null,
    }),
  );

const cases: Record<string, Partial<InvoiceDraft>> = {
  'standard rate': {},
  'reduced rate 10': { lines: [exampleLine({ taxRate: '10' })] },
  'reduced rate 5.5': { lines: [exampleLine({ taxRate: '5.5' })] },
  'reduced rate 2.1': { lines: [exampleLine({ taxRate: '2.1' })] },
  'zero rate': { lines: [zeroRated] },
  'every rate at once': { lines: [...everyRate, zeroRated], nature: 'both' },
  'credit note': { kind: '381', dueOn: null, corrects: [{ number: 'FA-2026-00001', issuedOn: '2026-10-01' }] },
  'credit note over two invoices': {
    kind: '381',
    dueOn: null,
    corrects: [
      { number: 'FA-2026-00001', issuedOn: '2026-10-01' },
      { number: 'FA-2026-00002', issuedOn: '2026-10-02' },
    ],
    lines: everyRate,
  },
  'reverse charge': { lines: [exampleLine({ taxCategory: 'AE', taxRate: '0' })] },
  'service within the EU': { buyer: german, language: 'en', lines: [exampleLine({ taxCategory: 'AE', taxRate: '0' })] },
  'goods within the EU': {
    buyer: german,
    language: 'en',
    nature: 'goods',
    deliveredTo: german.address,
    lines: [exampleLine({ taxCategory: 'K', taxRate: '0' })],
  },
  export: {
    buyer: american,
    language: 'en',
    nature: 'goods',
    lines: [exampleLine({ taxCategory: 'G', taxRate: '0' })],
  },
  'exempt small business': { lines: [exampleLine({ taxCategory: 'E', taxRate: '0' })] },
  'exempt training': {
    lines: [exampleLine({ name: 'Formation ISO 27001', taxCategory: 'E', taxRate: '0' })],
    exemptions: { E: { reason: 'Exonération de TVA, article 261, 4, 4° du CGI', code: 'VATEX-EU-132-1I' } },
  },
  'outside VAT': {
    seller: { ...exampleSeller, vatId: null },
    buyer: { ...french, vatId: null },
    lines: [exampleLine({ name: 'Débours', taxCategory: 'O', taxRate: '0' })],
  },
  'standard beside exempt': {
    lines: [exampleLine(), exampleLine({ name: 'Formation', taxCategory: 'E', taxRate: '0' })],
    exemptions: { E: { reason: 'Exonération de TVA, article 261, 4, 4° du CGI', code: 'VATEX-EU-132-1I' } },
  },
  '200 lines': { lines: manyLines(200) },
  'line discount in percent': { lines: [exampleLine({ quantity: '7', price: '33.33', discountPercent: '12.5' })] },
  'line discount and charge': {
    lines: [
      exampleLine({
        adjustments: [
          { amount: '-50.00', reason: 'Remise de fidélité' },
          { amount: '12.30', reason: 'Déplacement' },
          { amount: '-0.01', reason: null },
        ],
      }),
    ],
  },
  'document discount': {
    adjustments: [{ amount: '-100.00', reason: 'Remise exceptionnelle', taxCategory: 'S', taxRate: '20' }],
  },
  'document discounts and charges over two rates': {
    lines: everyRate,
    adjustments: [
      { amount: '-1.11', reason: 'Remise', taxCategory: 'S', taxRate: '20' },
      { amount: '-0.57', reason: null, taxCategory: 'S', taxRate: '5.5' },
      { amount: '9.90', reason: 'Port', taxCategory: 'S', taxRate: '20' },
      { amount: '1.05', reason: null, taxCategory: 'S', taxRate: '10' },
    ],
  },
  'VAT that would differ by line': {
    lines: Array.from({ length: 9 }, () => exampleLine({ price: '0.33', taxRate: '5.5' })),
  },
  'half a cent': {
    lines: [
      exampleLine({ quantity: '0.5', price: '0.01' }),
      exampleLine({ quantity: '1.005', price: '1.00', unit: 'HUR' }),
      exampleLine({ quantity: '3', price: '0.333333', unit: 'KGM' }),
    ],
  },
  'negative quantity': { lines: [exampleLine({ quantity: '3' }), exampleLine({ name: 'Reprise', quantity: '-1' })] },
  'free line': { lines: [exampleLine(), exampleLine({ name: 'Mise en service offerte', price: '0.00' })] },
  'partly paid': { paid: '500.00' },
  'another currency': { currency: 'USD', euroRate: '0.8612', buyer: american, language: 'en', lines: [exampleLine()] },
  'a currency without cents': {
    currency: 'JPY',
    euroRate: '0.0056',
    language: 'en',
    lines: [exampleLine({ price: '100.4' })],
  },
  'markup, accents and emoji': {
    orderNumber: 'BC <42> & "co"',
    contractNumber: 'CTR-2025-001',
    remarks: ['Merci de votre confiance. <script>alert(1)</script> & ]]>', 'Été à Noël 🎄'],
    lines: [
      exampleLine({ name: 'Câble « cat. 6 » <b>2 m</b> & prise', description: 'L’œuvre\nen deux lignes', unit: 'MTR' }),
    ],
  },
  'private buyer': { buyer: consumer },
  'credit note of a private buyer': {
    buyer: consumer,
    kind: '381',
    dueOn: null,
    corrects: [{ number: 'FA-2026-00001', issuedOn: '2026-10-01' }],
  },
  'buyer within the EU reached by email': {
    buyer: { ...german, ...byEmail },
    language: 'en',
    lines: [exampleLine({ taxCategory: 'AE', taxRate: '0' })],
  },
  'buyer outside the EU reached by email': {
    buyer: { ...american, ...byEmail },
    language: 'en',
    nature: 'goods',
    lines: [exampleLine({ taxCategory: 'G', taxRate: '0' })],
  },
  'delivered elsewhere, VAT on debits': {
    nature: 'both',
    isTaxedOnIssue: true,
    deliveredTo: { lines: ['Entrepôt 4', 'Quai d’exemple'], postCode: '13015', city: 'Marseille', country: 'FR' },
  },
};

export const exampleInvoices: { name: string; draft: InvoiceDraft; invoice: InvoiceDocument }[] = Object.entries(
  cases,
).map(([name, changes], index) => {
  const number = `FA-2026-${String(index + 1).padStart(5, '0')}`;
  const draft = exampleDraft({ number, ...changes });
  return { name, draft, invoice: calculateInvoice(draft) };
});
