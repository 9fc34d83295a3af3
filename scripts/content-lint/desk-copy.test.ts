import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { frenchField, type RecordKind, recordKinds } from '#api/services/import/fields.ts';
import { createColumnNames } from '#api/services/import/column-names.ts';
import { createRowReader, readCsv } from '#api/services/import/read-rows.ts';
import { audit as englishAudit } from '#content/desk/en/administration.ts';
import { desk as englishDesk } from '#content/desk/en/desk.ts';
import { importing as englishImport } from '#content/desk/en/import.ts';
import { audit as frenchAudit } from '#content/desk/fr/administration.ts';
import { desk as frenchDesk } from '#content/desk/fr/desk.ts';
import { importing as frenchImport } from '#content/desk/fr/import.ts';
import { errorCodes } from '#contract/errors.ts';
import { columnsOf } from '#contract/record-description.ts';
import { listNames, lists } from '#contract/record-lists.ts';
import { recordLists } from '#contract/staff.ts';
import { importColumns } from '#app/desk/import/import-file.tsx';
import { translate } from '#app/desk/import/import-cells.ts';

// The API speaks English to programs; staff read their own language.

/** Codes that only sign-in, sign-up and the portal's own routes return. */
const notAtTheDesk = new Set([
  'not_linked',
  'customer_changed',
  'invalid_name',
  'rating_closed',
  'invalid_credentials',
  'password_too_short',
  'password_too_long',
  'password_too_common',
  'password_is_email',
  'password_contains_company_name',
  'invalid_token',
  'account_exists',
  'email_reserved',
  'sign_in_expired',
  'factor_exists',
  'factor_missing',
  'too_many_passkeys',
  'enrolment_code_required',
  'invalid_enrolment_code',
  'last_factor',
  // Only /api/v1 returns it.
  'cursor_expired',
  'two_passkeys_required',
  'password_disabled',
  'same_email',
  'unknown_recipient',
  // Visitors who book a time get it.
  'proof_required',
  'too_many_appointments',
  // The conversation of a ticket says it (staff-conversation.ts).
  'unknown_mention',
  'unknown_colleague',
]);

async function auditEventNames(): Promise<string[]> {
  const source = await readFile('api/db/audit-log.ts', 'utf8');
  const names = Array.from(source.matchAll(/^ {2}\| '([a-z_.]+)'/gm), ([, name = '']) => name);
  expect(names.length).toBeGreaterThan(40);
  return names;
}

const kindOf = (list: string): RecordKind => {
  const kind = recordKinds.get(list);
  if (kind === undefined) throw new Error(`There is no import of ${list}.`);
  return kind;
};

const reasonOf = (work: () => unknown): string => {
  try {
    return String(work());
  } catch (error) {
    return (error as Error).message;
  }
};

const languages = [
  ['fr', { audit: frenchAudit, desk: frenchDesk, importing: frenchImport }],
  ['en', { audit: englishAudit, desk: englishDesk, importing: englishImport }],
] as const;

describe.each(languages)('content/desk/%s', (_language, { audit, desk, importing }) => {
  test('every error that the desk can get has a text', () => {
    const missing = errorCodes.filter((code) => !notAtTheDesk.has(code) && !Object.hasOwn(desk.errors, code));
    expect(missing).toEqual([]);
  });

  const placeholders = ['who', 'person', 'subject', 'customer', ...Object.keys(audit.details)];

  test('every kind of audit event can be filtered by a label, and no label is for a kind that does not exist', async () => {
    const kinds = new Set((await auditEventNames()).map((name) => name.split('.')[0] ?? ''));
    expect(Object.keys(audit.kinds).toSorted()).toEqual([...kinds].toSorted());
    expect(new Set(Object.values(audit.kinds)).size).toBe(kinds.size);
  });

  test('every audit event has a sentence in administration.ts', async () => {
    const names = await auditEventNames();
    const sentences: Readonly<Record<string, string>> = audit.events;
    const wrong = names.flatMap((name) => {
      const sentence = sentences[name];
      if (sentence === undefined) return [`${name} has no sentence`];
      const named = Array.from(sentence.matchAll(/\{(\w+)\}/g), ([, placeholder = '']) => placeholder);
      if (named.length === 0) return [`${name} names nobody and nothing: "${sentence}"`];
      return named.filter((one) => !placeholders.includes(one)).map((one) => `${name} has an unknown {${one}}`);
    });
    expect(wrong).toEqual([]);
  });

  test.each(listNames)('every column of %s that the desk shows, corrects or imports has a label', (list) => {
    const named = columnsOf(lists[list]).filter(
      ([name, { shown, correct, import: mode }]) => name !== 'id' && (shown?.[1] || correct || mode),
    );
    expect(named.map(([name]) => name).filter((name) => !Object.hasOwn(desk.records[list].columns, name))).toEqual([]);
  });

  test.each(recordLists)('the example of %s can be imported', (list) => {
    const { columns, table } = kindOf(list);
    const cells = importColumns(list, desk, importing);
    // An example with a credit note would need its invoice.
    expect(cells.filter(({ example, field }) => example === '' && field !== 'credits')).toEqual([]);
    const read = createRowReader(
      'import.csv',
      { line: 1, cells: cells.map(({ name }) => name) },
      { table, columns, customerFrom: 'option', locale: 'fr' },
    );
    expect(read({ line: 2, cells: cells.map(({ example }) => example) }).problems).toEqual([]);
  });

  test.each(recordLists)('the import understands the names of the columns of %s', (list) => {
    const nameOf = createColumnNames(list, ['customer', ...Object.keys(kindOf(list).columns)]);
    const columns = importColumns(list, desk, importing);
    for (const { label, name } of [...columns, { label: importing.customer.label, name: 'customer' }])
      expect([label, nameOf(label), nameOf(label.toUpperCase())]).toEqual([label, name, name]);
    expect(nameOf(importing.errors)).toBeUndefined();
  });

  // Accountants type what they read at the desk.
  test.each(recordLists)('the import understands the values of %s', (list) => {
    const { columns } = kindOf(list);
    const labels: [string, Record<string, string>][] = [['status', desk.statuses[list]]];
    if (list === 'payments') labels.push(['payment_method', desk.statuses.methods]);
    if (list === 'licenses') labels.push(['license_type', desk.statuses.licenseTypes]);
    for (const [column, known] of labels)
      for (const [code, word] of Object.entries(known)) {
        const plain = word.normalize('NFD').replaceAll(/\p{M}/gu, '').toUpperCase();
        const read = [code, word, plain].map((value) => columns[column]?.field(value));
        expect([word, ...read]).toEqual([word, code, code, code]);
      }
  });

  test('every reason to reject a value is translated', () => {
    const values = [
      '-1',
      '1.250',
      '1,5',
      '1 000',
      '5 EUR',
      'abc',
      '2026-13-01',
      '32/12/2026',
      '2026-01-01T99:00',
      '-7',
    ];
    const notes = [
      'this credit note itself',
      'a credit note, too',
      'not an invoice of this customer',
      'not a known status',
    ];
    const { check } = kindOf('invoices');
    const amounts = [check?.({ amount: '-1.00', credits: null }), check?.({ amount: '1.00', credits: 'FA-1' })];
    const reasons = new Set<string>([
      'is empty',
      ...notes.map((reason) => `is "x", which is ${reason}`),
      ...amounts.map((problem) => problem?.reason ?? ''),
    ]);
    for (const list of recordLists)
      for (const { field } of Object.values(kindOf(list).columns))
        for (const value of [...values, 'x'.repeat(5000), '\0'])
          for (const one of [field, frenchField(field)]) {
            const reason = reasonOf(() => one(value));
            if (reason.includes(' ') && reason !== value) reasons.add(reason);
          }
    expect(reasons.size).toBeGreaterThan(15);
    const untranslated = [...reasons].filter((reason) => translate(reason, importing.reasons) === undefined);
    expect(untranslated).toEqual([]);
  });

  test('every reason to reject a file is translated', async () => {
    const files = [
      'number;amount\n"never closed;5',
      'number;amount\nA"B;5',
      `number;amount\n"${'x'.repeat(300_000)}";5`,
      `number;amount\n${';'.repeat(9_000_000)}`,
      'number;;amount',
      'number;amount;colour',
      'number;amount;amount',
      'number;status',
      'status;amount',
      Buffer.from('number;amount\nA;\xc3\xa9t\xe9', 'latin1'),
      Buffer.from('PK\x03\x04\0\xff', 'latin1'),
    ].map((file) => Buffer.from(file));
    const errors = await Promise.all(
      files.map(async (bytes) => {
        try {
          const { columns, oneOf, table } = kindOf('invoices');
          for await (const row of readCsv('import.csv', () => undefined, bytes))
            if (row.line === 1) createRowReader('import.csv', row, { table, columns, oneOf, customerFrom: 'option' });
          return 'nothing is wrong';
        } catch (error) {
          return (error as Error).message;
        }
      }),
    );
    const noCustomer = reasonOf(() =>
      createRowReader(
        'import.csv',
        { line: 1, cells: ['number', 'amount'] },
        { ...kindOf('invoices'), customerFrom: 'column' },
      ),
    );
    for (const error of [...errors, noCustomer])
      expect([error, translate(error, importing.fileErrors)]).not.toContain(undefined);
    expect(new Set(errors.map((error) => translate(error, importing.fileErrors))).size).toBe(files.length);
  });
});
