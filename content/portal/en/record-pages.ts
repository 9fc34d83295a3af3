import { loadState } from './phrases.ts';

/** One invoice, for customers and staff alike. */
export const invoicePage = {
  load: loadState('this invoice'),
  notFound: {
    title: 'Invoice not found',
    description: 'There is no such invoice, or you may not see it.',
  },
  back: 'Your Invoices',
  kinds: { invoice: 'Invoice', credit_note: 'Credit note' },
  title: (kind: string, name: string) => `${kind} ${name}`,
  copyNumber: 'Copy the number',
  print: 'Print',
  facts: {
    title: 'Facts',
    issued: 'Issued',
    due: 'Due Date',
    amount: 'Amount',
    settled: 'Paid or credited',
    remaining: 'Remaining',
    credits: 'Credit note for',
    order: 'Your order',
    contract: 'Contract',
    period: 'Delivered',
  },
  paidElsewhere: 'Recorded as paid. The payments that settled it are not matched to it one by one.',
  parties: { seller: 'Seller', buyer: 'Buyer', siren: 'SIREN', vat: 'VAT number' },
  noDocument: 'The document of this invoice is not in the portal yet. The amount and dates come from our books.',
  lines: {
    title: 'Lines',
    name: 'Description',
    quantity: 'Quantity',
    price: 'Unit price',
    tax: 'VAT',
    net: 'Net',
    discount: 'Discount',
    charge: 'Charge',
    adjustment: (reason: string, amount: string) => `${reason}: ${amount}`,
  },
  taxes: { title: 'VAT by rate', rate: 'Rate', base: 'Net', amount: 'VAT', exempt: 'No VAT' },
  totals: {
    title: 'Totals',
    lines: 'Sum of the lines',
    net: 'Total without VAT',
    tax: 'VAT',
    gross: 'Total with VAT',
    paid: 'Paid before',
    due: 'To pay',
  },
  notes: 'Notes',
  settlements: {
    title: 'Payments and credit notes',
    settles: 'Settles',
    none: 'No payment is matched to it yet.',
    payment: 'Payment',
    credit_note: 'Credit note',
    invoice: 'Invoice',
  },
  files: {
    title: 'Files',
    none: 'There are no files.',
    download: (name: string) => `Download ${name}`,
    types: { 'application/pdf': 'PDF', 'application/xml': 'XML, for accounting software' },
    languages: { fr: 'French', en: 'English' },
    states: { pending: 'Being checked for viruses', infected: 'Blocked: a virus was found' },
  },
  history: {
    title: 'History',
    kinds: {
      issued: 'Issued',
      document: 'Document added',
      file: 'File added',
      file_replaced: 'Document replaced',
      file_withdrawn: 'Document withdrawn',
      settled: 'Payment matched',
      reminded: 'Reminder sent',
      corrected: 'Corrected',
      voided: 'Voided',
      other: 'Changed',
    },
  },
  units: { C62: '', HUR: 'h', DAY: 'd', MON: 'mo.', EA: '' } as Partial<Record<string, string>>,
};
export type InvoicePageCopy = typeof invoicePage;

export const howToPay = {
  title: 'How to pay',
  transfer: 'By bank transfer, with the reference so that we can match it.',
  reference: 'Reference',
  amount: 'Amount',
  code: 'QR code for your banking app',
  codeHint: 'Scan it with your banking app: account, amount and reference are filled in.',
  otherAccount:
    'The document names another bank account than our verified one, so it is not shown here. Pay to the account below, and call us if in doubt.',
  otherCurrency: (currency: string) => `This invoice is in ${currency}: there is no QR code for it.`,
};
export type HowToPayCopy = typeof howToPay;

export const askAbout = {
  invoice: {
    action: 'Ask about this invoice',
    subject: (name: string) => `Question about invoice ${name}`,
    text: (url: string) => `\n\n${url}`,
  },
  renew: {
    action: 'Ask to renew',
    subject: (name: string) => `Renewal of contract ${name}`,
    text: (url: string) => `Please send us an offer for the renewal of this contract.\n\n${url}`,
  },
  seats: {
    action: 'Add seats',
    subject: (name: string) => `More seats for ${name}`,
    text: (url: string) => `Please add the following number of seats: \n\n${url}`,
  },
  renewLicense: {
    action: 'Ask to renew',
    subject: (name: string) => `Renewal of ${name}`,
    text: (url: string) => `Please send us an offer for the renewal of this license.\n\n${url}`,
  },
};
export type AskAboutCopy = typeof askAbout;

export const recordPage = {
  contract: {
    load: loadState('this contract'),
    notFound: { title: 'Contract not found', description: 'There is no such contract, or you may not see it.' },
    back: 'Your Contracts',
    number: 'Contract Number',
    start: 'Start Date',
    end: 'End Date',
    ongoing: 'Ongoing',
    value: 'Value',
    renewal: 'Renewal',
    renewals: { tacit: 'Goes on after its end unless notice is given', none: 'Ends without notice' },
    notice: 'Last day to give notice',
    noNotice: 'No notice needed',
  },
  license: {
    load: loadState('this license'),
    notFound: { title: 'License not found', description: 'There is no such license, or you may not see it.' },
    back: 'Software Licenses',
    key: 'License Key',
    type: 'Type',
    seats: 'Seats',
    expiry: 'Expiry Date',
    noExpiry: 'No expiry',
    cost: 'Monthly Cost',
  },
};
export type RecordPageCopy = typeof recordPage;

export const statementPage = {
  back: 'Payment History',
  title: 'Statement of account',
  load: loadState('the statement'),
  from: 'From',
  to: 'To',
  show: 'Show',
  csv: 'CSV',
  pdf: 'PDF',
  print: 'Print',
  columns: { on: 'Date', kind: 'Type', number: 'Number', debit: 'Debit', credit: 'Credit', balance: 'Balance' },
  kinds: { invoice: 'Invoice', credit_note: 'Credit note', books: 'Settled in our books', payment: 'Payment' },
  opening: 'Opening balance',
  closing: 'Closing balance',
  pastDue: 'Past due',
  empty: 'Nothing happened in this period.',
  tooLong: (most: string) => `A PDF has at most ${most} movements: choose a shorter period, or the CSV.`,
  ageing: {
    title: 'What is open, by days after the due date',
    notDue: 'Not due',
    days0to30: '1–30 days',
    days31to60: '31–60 days',
    days61to90: '61–90 days',
    over90: 'More than 90 days',
  },
  unmatched: (amount: string) => `Payments and credit notes of ${amount} are not matched to an invoice yet.`,
  failed: { title: 'Download failed', description: 'The file could not be made. Please try again.' },
  archive: { label: (year: string) => `All documents of ${year} (ZIP)`, none: 'There are no documents of this year.' },
};
export type StatementPageCopy = typeof statementPage;

export const calendar = {
  title: 'Calendar feed',
  description:
    'Due invoices and the ends of contracts and licenses in your calendar. Everybody who has the URL sees them: keep it secret.',
  load: loadState('your calendar feed'),
  none: 'You have no calendar feed for this company.',
  since: (moment: string) => `Created on ${moment}.`,
  create: 'Create a URL',
  replace: 'Replace the URL',
  revoke: 'Revoke',
  busy: 'Saving...',
  once: 'Copy it now: it is shown only once.',
  url: 'URL of your calendar feed',
  copyUrl: 'Copy the URL',
  created: 'Calendar feed created',
  revoked: 'Calendar feed revoked',
};
export type CalendarCopy = typeof calendar;
