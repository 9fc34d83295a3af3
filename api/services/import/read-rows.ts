import { closeSync, createReadStream, openSync, readSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import { CsvError, parse } from 'csv-parse';
import type { ClientBase } from 'pg';
import { OperatorError } from '#api/lib/errors.ts';
import { readError } from '#api/lib/read-failure.ts';
import { createColumnNames } from './column-names.ts';
import { decode, detectEncoding } from './decode-file.ts';
import { type Column, InvalidValueError, frenchField } from './fields.ts';

export interface CsvRow {
  /** First line of the row, counted from 1. */
  line: number;
  cells: string[];
}

const maxRowBytes = 256 * 1024;
/** Far more than a header has; a longer row is not CSV, and parsing its cells would take seconds. */
const maxCells = 5000;
/** A row with more cells than the header is invalid; with a hundred more, the file is not the one that was meant. */
const maxExtraCells = 100;

/** Streams the rows, header first: a file may be larger than memory. `bytes`: its content, where it is not on the disk. */
export async function* readCsv(file: string, onBytes: (bytes: number) => void, bytes?: Buffer): AsyncGenerator<CsvRow> {
  const head = bytes?.subarray(0, headBytes) ?? readHead(file);
  const chunks = () => (bytes === undefined ? createReadStream(file) : slices(bytes));
  const encoding = await detectEncoding(file, chunks());
  const delimiter = detectDelimiter(new TextDecoder(encoding).decode(head));
  const parser = parse({
    bom: true,
    delimiter,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: maxRowBytes,
  });
  const reading = pipeline(() => limitCells(file, decode(encoding, chunks(), onBytes), delimiter), parser);
  // The loop below throws the same error.
  reading.catch(() => undefined);
  let maxRowCells: number | undefined;
  try {
    for await (const item of parser) {
      const { record: cells, info } = item as { record: string[]; info: { lines: number } };
      maxRowCells ??= cells.length + maxExtraCells;
      if (cells.length > maxRowCells)
        throw new OperatorError(`${file}: line ${info.lines}: the row has more than ${maxRowCells} cells.`);
      const inner = cells.reduce((count, cell) => count + cell.split('\n').length - 1, 0);
      if (cells.some((cell) => cell.trim() !== '')) yield { line: info.lines - inner, cells };
    }
  } catch (error) {
    throw error instanceof CsvError ? new OperatorError(`${file}: ${describeCsvError(error)}`) : error;
  }
}

const chunkBytes = 64 * 1024;

/** In pieces, so that other requests are served between them. */
function* slices(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes);
}

/** The parser limits the bytes of a row only where a cell has some, so empty cells are counted before they reach it. */
async function* limitCells(file: string, chunks: AsyncIterable<string>, delimiter: string): AsyncGenerator<string> {
  let line = 1;
  let delimiters = 0;
  for await (const chunk of chunks) {
    for (const character of chunk) {
      if (character === '\n') {
        line += 1;
        delimiters = 0;
      } else if (character === delimiter && ++delimiters >= maxCells) {
        throw new OperatorError(`${file}: line ${line}: the row has more than ${maxCells} cells.`);
      }
    }
    yield chunk;
    // A chunk is parsed at once: let requests in between.
    await setImmediate();
  }
}

function describeCsvError(error: CsvError): string {
  const line = Number(error['lines'] ?? 0);
  if (error.code === 'CSV_QUOTE_NOT_CLOSED') return 'a quote is never closed, so the rest of the file is one cell.';
  if (error.code === 'CSV_MAX_RECORD_SIZE')
    return `line ${line}: the row is longer than ${maxRowBytes / 1024} KB (is a quote never closed?).`;
  return `line ${line}: a cell contains a quote; double it and quote the whole cell.`;
}

const headBytes = 64 * 1024;

function readHead(file: string): Buffer {
  const head = Buffer.alloc(headBytes);
  try {
    const descriptor = openSync(file, 'r');
    try {
      return head.subarray(0, readSync(descriptor, head));
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    throw readError(`The file ${file}`, error);
  }
}

/** The most frequent separator of the first line, outside quotes. */
function detectDelimiter(head: string): string {
  const names =
    head
      .trimStart()
      .split(/\r?\n/, 1)[0]
      ?.replaceAll(/"[^"]*"/g, '') ?? '';
  const count = (separator: string) => names.split(separator).length - 1;
  return [';', '\t'].reduce((best, separator) => (count(separator) > count(best) ? separator : best), ',');
}

export interface Problem {
  /** Empty where the whole row is meant. */
  column: string;
  /** Continues a sentence that begins with the column. */
  reason: string;
}

/** Every problem of the row that can be found without the others being fixed. */
export interface InvalidRow {
  line: number;
  problems: Problem[];
  customer?: NamedCustomer | undefined;
  /** The value that the portal does not know, where it is one of the problems. */
  unknown?: { column: string; value: string } | undefined;
}

export const invalidRow = (line: number, column: string, reason: string): InvalidRow => ({
  line,
  problems: [{ column, reason }],
});

export interface ReadRow {
  line: number;
  /** As written in the file, if it has a column for it. */
  customer: string | undefined;
  /** Without empty cells whose column has a default, and without invalid ones. */
  values: Record<string, string | null>;
  problems: Problem[];
}

/** A row with its customer_id, and its id if the file contains it. */
export interface OwnedRow {
  line: number;
  /** Its key in the file, for messages. */
  name: string;
  customer: NamedCustomer;
  values: Record<string, string | null>;
  /** Values that must be unique within the file; default: the kind's key. */
  unique?: { column: string; value: string }[];
  /** Id of the invoice that a credit note names. */
  creditsId?: string;
}

export interface RowFormat {
  table: string;
  columns: Readonly<Record<string, Column>>;
  /** Each row needs at least one of these columns. */
  oneOf?: readonly string[] | undefined;
  /** Where the customer of a row comes from: --customer, a column, or nowhere, for an import of customers. */
  customerFrom: 'option' | 'column' | 'nowhere';
  /** Notation of amounts and dates; undefined is 1250.50 and 2025-01-31. */
  locale?: 'fr' | undefined;
}

/** Returns a function that reads rows of this header. Throws if the header does not fit. */
export function createRowReader(
  file: string,
  { line, cells }: CsvRow,
  { table, columns, oneOf, customerFrom, locale }: RowFormat,
) {
  const customerColumns = customerFrom === 'nowhere' ? [] : ['customer_id', 'customer'];
  if (cells.some((cell) => cell.includes('\0')))
    throw new OperatorError(`${file}, line ${line}: the file is not text: save it as « CSV UTF-8 » and try again.`);
  const known = Object.keys(columns);
  const nameOf = createColumnNames(table, [...customerColumns, ...known]);
  const names = cells.map(nameOf);
  const headerError = (problem: string) =>
    new OperatorError(
      `${file}, line ${line}: ${problem}. The columns of ${table} are ${[...customerColumns, ...known].join(', ')}.`,
    );
  const unknown = names.find((name) => name !== undefined && !known.includes(name) && !customerColumns.includes(name));
  if (unknown !== undefined) throw headerError(unknown === '' ? 'a column has no name' : `unknown column "${unknown}"`);
  const twice = names.find((name, at) => name !== undefined && names.indexOf(name) !== at);
  if (twice !== undefined) throw headerError(`the column "${twice}" occurs twice`);
  const missing = known.find((name) => columns[name]?.whenEmpty === 'rejected' && !names.includes(name));
  if (missing !== undefined) throw headerError(`the column "${missing}" is missing`);
  if (oneOf !== undefined && !oneOf.some((name) => names.includes(name)))
    throw headerError(`one of the columns ${oneOf.join(', ')} is missing`);
  const customerAt = names.findIndex((name) => name !== undefined && customerColumns.includes(name));
  if (customerAt === -1 && customerFrom === 'column')
    throw headerError('the customer is missing: add --customer, or a column customer_id');

  return (row: CsvRow): ReadRow => {
    const customer = unquoted(row.cells[customerAt]) || undefined;
    const values: ReadRow['values'] = {};
    const problems: Problem[] = [];
    if (row.cells.length !== names.length) {
      const reason = `has ${row.cells.length} cells where the header has ${names.length}`;
      return { line: row.line, customer: undefined, values, problems: [{ column: '', reason }] };
    }
    for (const [at, name = ''] of names.entries()) {
      const column = columns[name];
      const cell = unquoted(row.cells[at]);
      if (column === undefined || (cell === '' && column.whenEmpty === 'default')) continue;
      try {
        if (cell === '' && column.whenEmpty === 'rejected') throw new InvalidValueError('is empty');
        const field = locale === 'fr' ? frenchField(column.field) : column.field;
        values[name] = cell === '' ? null : field(cell);
      } catch (error) {
        if (!(error instanceof InvalidValueError)) throw error;
        problems.push({ column: name, reason: error.message });
      }
    }
    const isUnnamed = oneOf?.every(
      (name) => (values[name] ?? null) === null && !problems.some((p) => p.column === name),
    );
    if (isUnnamed === true)
      problems.push({ column: oneOf?.findLast((name) => names.includes(name)) ?? '', reason: 'is empty' });
    return { line: row.line, customer, values, problems };
  };
}

/** Without the apostrophe that makes a formula text, which exports put in front of it. */
const unquoted = (cell = '') => cell.trim().replace(/^'(?=[=+\-@])/, '');

export const isInvalid = (row: object): row is InvalidRow => 'problems' in row;

export interface NamedCustomer {
  id: string;
  name: string;
  /** In the file, where it is neither the name nor the id: it was found without accents and case. */
  writtenAs?: string;
}

/** Looks up each customer once, by name, number or id. */
export function createCustomerLookup(client: ClientBase) {
  const known = new Map<string, NamedCustomer | InvalidValueError>();
  return async (wanted: string): Promise<NamedCustomer> => {
    const found = known.get(wanted) ?? (await find(client, wanted));
    known.set(wanted, found);
    if (found instanceof InvalidValueError) throw found;
    return found;
  };
}

async function find(client: ClientBase, wanted: string): Promise<NamedCustomer | InvalidValueError> {
  const { rows } = await client.query<{ id: string; name: string; number: string | null }>(
    `SELECT id, name, number FROM customers WHERE id::text = lower($1) OR fold(name) = fold($1) OR lower(number) = lower($1)`,
    [wanted.trim()],
  );
  const [found] = rows;
  if (found === undefined || rows.length > 1) return new InvalidValueError(`is not a known customer ("${wanted}")`);
  const { id, name, number } = found;
  const isExact = wanted === name || wanted === number || wanted.toLowerCase() === id;
  return { id, name, ...(!isExact && { writtenAs: wanted }) };
}
