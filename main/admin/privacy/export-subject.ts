import { createWriteStream } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { ClientBase } from 'pg';
import { exportFiles } from '../files/stored-files.ts';
import { recordOperatorEvent } from '#api/db/audit-log.ts';
import type { Files } from '#api/files/files.ts';
import { OperatorError } from '#api/lib/errors.ts';
import { byteOrderMark, csvLine } from '#contract/csv.ts';
import type { DataSubject } from './privacy.ts';
import type { PersonalData } from '#api/lib/personal-data.ts';

const batch = 1000;
// Personal data: readable by the operator's user only.
const privateFile = { mode: 0o600, flag: 'wx' };

export interface Exported {
  folder: string;
  rows: Record<string, number>;
}

/** Writes each table as JSON and CSV, with a README. Call it in a REPEATABLE READ transaction. */
export async function exportSubject(
  client: ClientBase,
  subject: DataSubject,
  tables: readonly PersonalData[],
  { folder, currency, files }: { folder: string; currency: string; files?: Files },
): Promise<Exported> {
  await prepareFolder(folder);
  const rows: Record<string, number> = {};
  for (const table of tables) {
    await declareCursor(client, subject, table, currency);
    let count = 0;
    const onRows = (more: number) => (count += more);
    const path = join(folder, table.name);
    // Reads the rows twice rather than hold a file in memory.
    await pipeline(jsonLines(client, onRows), createWriteStream(`${path}.json`, privateFile));
    await client.query('MOVE ABSOLUTE 0 FROM exported');
    await pipeline(csvLines(client, Object.keys(table.columns)), createWriteStream(`${path}.csv`, privateFile));
    await client.query('CLOSE exported');
    rows[table.name] = count;
  }
  const { customer, users } = subject;
  const of = { customerId: customer?.id, userIds: users.map(({ id }) => id) };
  if (files !== undefined) rows['files'] = await exportFiles(client, files, of, join(folder, 'files'));
  await writeFile(join(folder, 'README.md'), writeReadme(subject, tables, rows), privateFile);
  await recordOperatorEvent(client, {
    event: subject.isWhole ? 'customer.exported' : 'user.exported',
    customer: subject.customer?.id,
    userId: subject.isWhole ? undefined : subject.users[0]?.id,
  });
  return { folder, rows };
}

async function prepareFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    if ((await readdir(folder)).length > 0) {
      throw new OperatorError(`The folder ${folder} is not empty: an export needs an empty one.`);
    }
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    throw new OperatorError(`The folder ${folder} cannot be used (${(error as NodeJS.ErrnoException).code}).`);
  }
}

async function declareCursor(
  client: ClientBase,
  { customer, users, isWhole }: DataSubject,
  table: PersonalData,
  currency: string,
): Promise<void> {
  const { rows } = await client.query<{ email: string | null }>('SELECT email FROM customers WHERE id = $1', [
    customer?.id,
  ]);
  const emails = [...users.map(({ email }) => email), rows[0]?.email?.toLowerCase() ?? ''];
  const names = Object.keys(table.columns);
  await client.query(
    `DECLARE exported SCROLL CURSOR FOR SELECT row_to_json(row)::text AS json, ARRAY[${names.map((name) => `row.${name}::text`).join(', ')}] AS cells
    FROM (SELECT ${names.map((name) => (name === 'currency' ? 'subject.currency' : `stored.${name}`)).join(', ')}
      FROM ${table.from ?? table.table} AS stored, (SELECT $1::uuid AS customer, $2::uuid[] AS users, $3::text[] AS emails, $4::boolean AS is_whole, $5::text AS currency) AS subject
      WHERE ${table.where} ORDER BY ${table.order ?? 'stored.created_at, stored.id'}) AS row`,
    [customer?.id, users.map(({ id }) => id), emails, isWhole, currency],
  );
}

interface FetchedRow {
  json: string;
  cells: (string | null)[];
}

async function* fetchRows(client: ClientBase): AsyncGenerator<FetchedRow[]> {
  for (;;) {
    const { rows } = await client.query<FetchedRow>(`FETCH ${batch} FROM exported`);
    if (rows.length === 0) return;
    yield rows;
  }
}

async function* jsonLines(client: ClientBase, onRows: (more: number) => void): AsyncGenerator<string> {
  let separator = '[\n';
  for await (const rows of fetchRows(client)) {
    onRows(rows.length);
    yield `${separator}${rows.map(({ json }) => json).join(',\n')}`;
    separator = ',\n';
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n';
}

async function* csvLines(client: ClientBase, names: string[]): AsyncGenerator<string> {
  yield `${byteOrderMark}${csvLine(names)}`;
  for await (const rows of fetchRows(client)) yield rows.map(({ cells }) => csvLine(cells)).join('');
}

function writeReadme(
  { customer, users, isWhole }: DataSubject,
  tables: readonly PersonalData[],
  rows: Record<string, number>,
): string {
  const whose = isWhole ? customer?.name : users[0]?.email;
  const sections = tables.map(({ name, about, columns }) =>
    [
      `## ${name}.json, ${name}.csv`,
      '',
      `${about}: ${rows[name]} ${rows[name] === 1 ? 'row' : 'rows'}.`,
      '',
      ...Object.entries(columns).map(([column, meaning]) => `- \`${column}\`: ${meaning}`),
      '',
    ].join('\n'),
  );
  return [
    `# Data about ${whose}`,
    '',
    `Created on ${new Date().toISOString()}. Each table is included twice, with the same rows: as JSON for programs, as CSV for`,
    'spreadsheets. Text is UTF-8, times are in UTC, dates are written 2025-01-31, amounts 1250.50; an empty cell means unknown.',
    'In the CSV an apostrophe precedes text that a spreadsheet would run as a formula, also after a separator or a line break.',
    '',
    ...sections,
  ].join('\n');
}
