import { OperatorError } from '#api/lib/errors.ts';
import type { CsvRow } from './read-csv.ts';
import { BadValue } from './fields.ts';
import { frenchField } from './french-fields.ts';
import type { Column } from './record-kinds.ts';

/** A row that cannot be imported, and why. */
export interface BadRow {
  line: number;
  column: string;
  reason: string;
}

export interface ReadRow {
  line: number;
  /** The customer as the row names it, if the file has a column for it. */
  customer: string | undefined;
  /** Only what the row gives: an empty cell whose column has a default is left out. */
  values: Record<string, string | null>;
}

/** A row that knows its customer, and its id if the file names it. */
export interface OwnedRow {
  line: number;
  /** What the file calls it. */
  name: string;
  values: Record<string, string | null>;
  /** What no other row of the file may hold, where it is not the kind's key alone. */
  unique?: { column: string; value: string }[];
}

export interface RowFormat {
  table: string;
  columns: Readonly<Record<string, Column>>;
  /** Columns of which each row fills at least one. */
  oneOf?: readonly string[] | undefined;
  /** What says whose a row is: --customer, a column of the file, or nothing, as the rows are customers themselves. */
  customerFrom: 'option' | 'column' | 'nothing';
  /** How amounts and days are written; undefined is 1250.50 and 2025-01-31. */
  locale?: 'fr' | undefined;
}

/** Reads rows under the names of the header; refuses a header that is not the kind's. */
export function rowReader(
  file: string,
  { line, cells }: CsvRow,
  { table, columns, oneOf, customerFrom, locale }: RowFormat,
) {
  const customerColumns = customerFrom === 'nothing' ? [] : ['customer_id', 'customer'];
  const names = cells.map((cell) => cell.trim().toLowerCase());
  const known = Object.keys(columns);
  const stop = (problem: string) =>
    new OperatorError(
      `${file}, line ${line}: ${problem}. The columns of ${table} are ${[...customerColumns, ...known].join(', ')}.`,
    );
  const unknown = names.find((name) => !known.includes(name) && !customerColumns.includes(name));
  if (unknown !== undefined) throw stop(unknown === '' ? 'a column has no name' : `there is no column "${unknown}"`);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw stop(`the column "${twice}" is there twice`);
  const missing = known.find((name) => columns[name]?.whenEmpty === 'refused' && !names.includes(name));
  if (missing !== undefined) throw stop(`the column "${missing}" is missing`);
  if (oneOf !== undefined && !oneOf.some((name) => names.includes(name)))
    throw stop(`one of the columns ${oneOf.join(', ')} is missing`);
  const customerAt = names.findIndex((name) => customerColumns.includes(name));
  if (customerAt === -1 && customerFrom === 'column')
    throw stop('nothing says whose rows these are: add --customer, or a column customer_id');

  return (row: CsvRow): ReadRow | BadRow => {
    if (row.cells.length !== names.length) {
      return {
        line: row.line,
        column: '',
        reason: `has ${row.cells.length} cells where the header has ${names.length}`,
      };
    }
    const values: ReadRow['values'] = {};
    for (const [at, name] of names.entries()) {
      const column = columns[name];
      const cell = row.cells[at]?.trim() ?? '';
      if (column === undefined || (cell === '' && column.whenEmpty === 'default')) continue;
      try {
        if (cell === '' && column.whenEmpty === 'refused') throw new BadValue('is empty');
        const field = locale === 'fr' ? frenchField(column.field) : column.field;
        values[name] = cell === '' ? null : field(cell);
      } catch (error) {
        if (!(error instanceof BadValue)) throw error;
        return { line: row.line, column: name, reason: error.message };
      }
    }
    if (oneOf?.every((name) => (values[name] ?? null) === null) === true) {
      return { line: row.line, column: oneOf.findLast((name) => names.includes(name)) ?? '', reason: 'is empty' };
    }
    const customer = row.cells[customerAt]?.trim();
    return { line: row.line, customer: customer === '' ? undefined : customer, values };
  };
}

export const isBad = (row: object): row is BadRow => 'reason' in row;
