import { plural } from '../../plural.ts';
import type { ImportCopy } from '../fr/import.ts';

/** Reasons that the API words as the desk does. */
const asWritten = (...patterns: RegExp[]): ImportCopy['reasons'] =>
  patterns.map((pattern) => ({ pattern, text: (whole) => whole ?? '' }));

const reasons: ImportCopy['reasons'] = [
  { pattern: /^is not the customer of --customer$/, text: 'is not this customer' },
  {
    pattern: /^has (\d+) cells where the header has (\d+)$/,
    text: (count, expected) => `has ${count} cells, the header has ${expected}`,
  },
  { pattern: /^is (.+), which is not a known status$/s, text: (value) => `“${value}” is not a known status` },
  {
    pattern: /^is (.+), but only a credit note is negative, .+$/s,
    text: (value) => `is ${value}: only a credit note is negative, and it names its invoice in “Credit note for”`,
  },
  {
    pattern: /^is (.+), which is not an invoice of this customer$/s,
    text: (value) => `“${value}” is not an invoice of this customer`,
  },
  { pattern: /^is (.+), which is this credit note itself$/s, text: (value) => `“${value}” is this credit note itself` },
  { pattern: /^is (.+), which is a credit note, too$/s, text: (value) => `“${value}” is a credit note, too` },
  {
    pattern: /^is (.+): write it like 1250\.50, with a decimal point$/s,
    text: (value) => `is ${value}: write 1250.50, or tick “Amounts and dates as in French”`,
  },
  {
    pattern: /^is (.+): write it like 1250\.50, without thousands separators$/s,
    text: (value) => `is ${value}: write the amount without thousands separators`,
  },
  {
    pattern: /^is (.+): write it like 1250\.50, without a currency$/s,
    text: (value) => `is ${value}: write the amount without a currency`,
  },
  {
    pattern: /^is (.+): write a date like 31\/12\/2026 .+$/s,
    text: (value) => `is ${value}: write a date such as 31/12/2026`,
  },
  { pattern: /^is (.+): write a date like .+$/s, text: (value) => `is ${value}: write a date such as 2026-01-31` },
  {
    pattern: /^is (.+), before start_date \((.+)\)$/s,
    text: (value, start) => `is ${value}, before the start date (${start})`,
  },
  {
    pattern: /^is (.+), the number of another invoice of this customer \(.+\)$/s,
    text: (value) => `is ${value}, the number of another invoice of this customer`,
  },
  ...asWritten(
    /^(is empty)$/,
    /^(belongs to another customer)$/,
    /^(is the same as on line .+)$/s,
    /^(is not a known customer \(.+\))$/s,
    /^(is .+, but a credit note is negative)$/s,
    /^(is .+, but an amount cannot be negative)$/s,
    /^(is .+: an amount has at most two decimals)$/s,
    /^(is .+: write it like 1250\.50)$/s,
    /^(is .+: write it like 1 250,50 or 1250,50 €)$/s,
    /^(is .+: write a whole number from .+ to .+)$/s,
    /^(is .+: write yes or no)$/s,
    /^(is longer than \d+ characters)$/,
    /^(contains a character that cannot be stored)$/,
    /^(is rejected by the database \(.+\))$/s,
  ),
];

const fileErrors: ImportCopy['fileErrors'] = [
  {
    pattern: / is not UTF-8 throughout/,
    text: 'The file mixes two encodings: its accents would be read wrongly. Save it as “CSV UTF-8” in the spreadsheet.',
  },
  {
    pattern: / is not text/,
    text: 'This is not a text file. Save it as “CSV UTF-8” in the spreadsheet, then choose it again.',
  },
  {
    pattern: /^The file .+ is empty/s,
    text: 'The file is empty: its first line has to contain the names of the columns.',
  },
  {
    pattern: /more than (\d+) rows/,
    text: (max) => `The file has more than ${max} rows. Split it, or use the command line.`,
  },
  {
    pattern: /a quote is never closed, so/,
    text: 'A quote is never closed: the rest of the file is one single cell.',
  },
  {
    pattern: /line (\d+): the row is longer than (\d+) KB/,
    text: (line, max) => `Line ${line}: it is longer than ${max} KB. A quote may never have been closed.`,
  },
  {
    pattern: /line (\d+): a cell contains a quote/,
    text: (line) => `Line ${line}: a cell contains a quote. Double it and put the whole cell in quotes.`,
  },
  {
    pattern: /line (\d+): the row has more than (\d+) cells/,
    text: (line, max) => `Line ${line}: it has more than ${max} cells.`,
  },
  { pattern: /line (\d+): a column has no name/, text: (line) => `Line ${line}: a column has no name.` },
  {
    pattern: /line (\d+): unknown column "(.*?)"\. The columns/s,
    text: (line, column) =>
      `Line ${line}: the column “${column}” is not known. The names of the columns are listed above.`,
  },
  {
    pattern: /line (\d+): the column "(.*?)" occurs twice/s,
    text: (line, column) => `Line ${line}: the column “${column}” occurs twice.`,
  },
  {
    pattern: /line (\d+): the column "(.*?)" is missing/s,
    text: (line, column) => `Line ${line}: the column “${column}” is missing.`,
  },
  {
    pattern: /line (\d+): one of the columns (.+) is missing/s,
    text: (line, columns) => `Line ${line}: one of the columns ${columns} is missing.`,
  },
  {
    pattern: /line (\d+): the customer is missing/,
    text: (line) => `Line ${line}: the column “Customer” with the name of the customer is missing.`,
  },
  {
    pattern: /^Another import is running/,
    text: 'Another import is running. Try again when it has finished.',
  },
  { pattern: /Rows of the file are rejected/, text: 'Rows of the file are rejected: nothing was imported.' },
];

export const importing: ImportCopy = {
  title: 'Import a CSV file',
  description: 'Nothing is saved until you have seen the preview and confirmed it.',
  allCustomers: 'The file needs a column “Customer” with the name of each customer.',
  list: 'Content of the file',
  french: 'Amounts and dates as in French',
  frenchHint: '1 250,50 and 31/01/2026, as a spreadsheet set to French writes them',
  columnsTitle: 'Columns of the file',
  columnsHint:
    'The first line contains these names, in English or in French, with or without accents, in any order. Optional columns can be missing.',
  required: 'required',
  template: 'Download a template',
  customer: { label: 'Customer', example: 'Name of the customer' },
  examples: {
    invoices: {
      number: 'FA-2026-0001',
      amount: '1250,50',
      dueDate: '31/01/2026',
      status: 'pending',
      riskScore: '0',
      createdAt: '15/01/2026',
    },
    contracts: {
      contractNumber: 'CT-2026-0001',
      title: 'Managed services',
      startDate: '01/01/2026',
      endDate: '31/12/2026',
      contractValue: '12000,00',
      status: 'active',
      renewsTacitly: 'yes',
      noticeDays: '90',
      urgentAroundTheClock: 'yes',
      aroundTheClock: 'no',
      responseMinutes: '120',
      resolutionMinutes: '960',
      createdAt: '15/01/2026',
    },
    payments: {
      paymentReference: 'VIR-0001',
      amount: '1250,50',
      paymentDate: '31/01/2026',
      paymentMethod: 'bank_transfer',
      status: 'completed',
      notes: 'Settles invoice FA-2026-0001',
    },
    licenses: {
      productName: 'Office suite',
      licenseKey: 'AAAA-BBBB-CCCC',
      licenseType: 'subscription',
      seats: '10',
      expiryDate: '31/12/2026',
      monthlyCost: '120,00',
      status: 'active',
      createdAt: '15/01/2026',
    },
  },
  drop: 'Drop the file here',
  choose: 'Choose a file',
  limits: 'CSV with at most 10 MB and 20,000 rows',
  reading: 'Reading the file…',
  another: 'Choose another file',
  added: 'New',
  changed: 'Changed',
  unchanged: 'Unchanged',
  rejected: 'Rejected',
  counted: (kind, count) => `${kind}: ${count}`,
  line: (line) => `Line ${line}`,
  before: 'before',
  after: 'after',
  emptyValue: 'empty',
  firstOnly: (count) => `The first ${count} are shown.`,
  nothing: 'The file changes nothing: everything is already saved.',
  blocked: 'A file with rejected rows is not imported. Correct it, then choose it again.',
  download: 'Download the rejected rows',
  errors: 'Errors',
  rejectedName: (title) => `${title} rejected`,
  writtenAs: (name) => `written “${name}”`,
  apply: plural({ one: (count) => `Save ${count} row`, other: (count) => `Save ${count} rows` }),
  applying: 'Saving…',
  changedPlan: 'The data has changed since the preview. This is the new preview: check it before you confirm.',
  done: 'The import is saved',
  doneAdded: plural({ one: (count) => `${count} row added`, other: (count) => `${count} rows added` }),
  doneChanged: plural({ one: (count) => `${count} row changed`, other: (count) => `${count} rows changed` }),
  doneBefore: 'This file was already imported: nothing has changed.',
  again: 'Import another file',
  showRecords: 'Show the list',
  tooLarge: (size) => `The file is ${size}: the limit is 10 MB. Split it, or use the command line.`,
  emptyFile: 'The file is empty: its first line has to contain the names of the columns.',
  notCsv: 'This is not a CSV file.',
  unknownValues: 'Values that the customer portal does not know',
  unknownValue: (column, value) =>
    plural({
      one: (count) => `${column} “${value}”, on ${count} row.`,
      other: (count) => `${column} “${value}”, on ${count} rows.`,
    }),
  accept: 'Accept unknown statuses',
  acceptHint: 'They are saved and shown as they are, instead of being rejected.',
  unknownMark: 'unknown',
  unknownInvoiceStatus: 'An invoice whose status is not known counts as unpaid.',
  wholeRow: 'The whole row',
  unknownReason: 'is not valid',
  tabs: { label: 'What you import', csv: 'Table (CSV)', documents: 'Invoices (PDF, XML)' },
  reasons,
  fileErrors,
};
