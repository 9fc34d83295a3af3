import { createWriteStream } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { ClientBase } from 'pg';
import { recordOperatorEvent } from '#api/db/audit-log.ts';
import { OperatorError } from '#api/lib/errors.ts';
import { byteOrderMark, csvLine } from '#contract/csv.ts';
import type { Holding } from './personal-data-map.ts';
import type { Subject } from './data-subject.ts';

const batch = 1000;
// What it holds is somebody's own: nobody else on the machine may look.
const own = { mode: 0o600, flag: 'wx' };

export interface Exported {
  folder: string;
  rows: Record<string, number>;
}

/** Everything we hold, each kind as JSON and as CSV, with a page that explains it. In a transaction of one snapshot. */
export async function exportSubject(
  client: ClientBase,
  subject: Subject,
  holdings: readonly Holding[],
  { folder, currency }: { folder: string; currency: string },
): Promise<Exported> {
  await prepareFolder(folder);
  const rows: Record<string, number> = {};
  for (const holding of holdings) {
    await declare(client, subject, holding, currency);
    let count = 0;
    const onRows = (more: number) => (count += more);
    const path = join(folder, holding.name);
    // Twice through the same rows, so that neither file has to be held in memory.
    await pipeline(jsonLines(client, onRows), createWriteStream(`${path}.json`, own));
    await client.query('MOVE ABSOLUTE 0 FROM held');
    await pipeline(csvLines(client, Object.keys(holding.columns)), createWriteStream(`${path}.csv`, own));
    await client.query('CLOSE held');
    rows[holding.name] = count;
  }
  await writeFile(join(folder, 'README.md'), explanation(subject, holdings, rows), own);
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
      throw new OperatorError(`The folder ${folder} is not empty: an export is written into one of its own.`);
    }
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    throw new OperatorError(`The folder ${folder} cannot be used (${(error as NodeJS.ErrnoException).code}).`);
  }
}

async function declare(
  client: ClientBase,
  { customer, users, isWhole }: Subject,
  holding: Holding,
  currency: string,
): Promise<void> {
  const { rows } = await client.query<{ email: string | null }>('SELECT email FROM customers WHERE id = $1', [
    customer?.id,
  ]);
  const addresses = [...users.map(({ email }) => email), rows[0]?.email?.toLowerCase() ?? ''];
  const names = Object.keys(holding.columns);
  await client.query(
    `DECLARE held SCROLL CURSOR FOR SELECT row_to_json(row)::text AS json, ARRAY[${names.map((name) => `row.${name}::text`).join(', ')}] AS cells
    FROM (SELECT ${names.map((name) => (name === 'currency' ? 'asked.currency' : `held.${name}`)).join(', ')}
      FROM ${holding.from ?? holding.table} AS held, (SELECT $1::uuid AS customer, $2::uuid[] AS users, $3::text[] AS addresses, $4::boolean AS is_whole, $5::text AS currency) AS asked
      WHERE ${holding.where} ORDER BY ${holding.order ?? 'held.created_at, held.id'}) AS row`,
    [customer?.id, users.map(({ id }) => id), addresses, isWhole, currency],
  );
}

interface Held {
  json: string;
  cells: (string | null)[];
}

async function* held(client: ClientBase): AsyncGenerator<Held[]> {
  for (;;) {
    const { rows } = await client.query<Held>(`FETCH ${batch} FROM held`);
    if (rows.length === 0) return;
    yield rows;
  }
}

async function* jsonLines(client: ClientBase, onRows: (more: number) => void): AsyncGenerator<string> {
  let separator = '[\n';
  for await (const rows of held(client)) {
    onRows(rows.length);
    yield `${separator}${rows.map(({ json }) => json).join(',\n')}`;
    separator = ',\n';
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n';
}

async function* csvLines(client: ClientBase, names: string[]): AsyncGenerator<string> {
  yield `${byteOrderMark}${csvLine(names)}`;
  for await (const rows of held(client)) yield rows.map(({ cells }) => csvLine(cells)).join('');
}

function explanation(
  { customer, users, isWhole }: Subject,
  holdings: readonly Holding[],
  rows: Record<string, number>,
): string {
  const whose = isWhole ? customer?.name : users[0]?.email;
  const sections = holdings.map(({ name, about, columns }) =>
    [
      `## ${name}.json, ${name}.csv`,
      '',
      `${about}: ${rows[name]} ${rows[name] === 1 ? 'row' : 'rows'}.`,
      '',
      ...Object.entries(columns).map(([column, says]) => `- \`${column}\`: ${says}`),
      '',
    ].join('\n'),
  );
  return [
    `# What we hold about ${whose}`,
    '',
    `Made on ${new Date().toISOString()}. Each kind of record is there twice, with the same rows: as JSON for a program, as CSV for a`,
    'spreadsheet. Text is UTF-8; moments are in UTC, days are written 2025-01-31, amounts 1250.50; an empty cell says that nothing is known.',
    'In the CSV an apostrophe stands before text that a spreadsheet would run as a formula, also after a separator or a line break.',
    '',
    ...sections,
  ].join('\n');
}
