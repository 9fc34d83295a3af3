import { randomUUID } from 'node:crypto';
import type { ClientBase } from 'pg';
import { isUuid } from './fields.ts';
import type { BadRow, OwnedRow } from './row-reader.ts';

interface Known {
  /** The number as the database compares it, case aside. */
  key: string;
  /** The customer's invoice that has this number. */
  holder: string | null;
}

/**
 * Gives each row its id, and what no two rows of a file may share. An invoice is told by its number, whatever the case of its
 * letters, or by the portal's own id where the file gives a UUID. A column `id` that holds no UUID is the number.
 */
export async function identifyInvoices(client: ClientBase, rows: OwnedRow[]): Promise<(OwnedRow | BadRow)[]> {
  const named = rows.map((row) => ({ ...row, ...namesOf(row.values) }));
  const known = await lookUp(client, named);
  return named.map(({ line, name, values, id, number, column, conflict }, at) => {
    if (conflict !== undefined) return { line, column: 'number', reason: conflict };
    const { key, holder } = known[at] ?? { key: '', holder: null };
    if (number === undefined || number === null) {
      return { line, name, values: { ...values, id: id ?? null }, unique: [{ column: 'id', value: id ?? '' }] };
    }
    if (id !== undefined && holder !== null && holder !== id) {
      return {
        line,
        column: 'number',
        reason: `is "${number}", the number of another invoice of this customer (${holder})`,
      };
    }
    const customerId = values['customer_id'] ?? '';
    const own = id ?? holder ?? randomUUID();
    const unique = [
      { column, value: `${customerId} ${key}` },
      { column: 'id', value: own },
    ];
    return { line, name, values: { ...values, id: own, number }, unique };
  });
}

interface Names {
  /** A UUID. */
  id?: string;
  number: string | null | undefined;
  /** The column that holds the number. */
  column: string;
  conflict?: string | undefined;
}

function namesOf({ id: given, number }: OwnedRow['values']): Names {
  if (given === undefined || given === null) return { number, column: 'number' };
  if (isUuid(given)) return { id: given, number, column: 'number' };
  const conflict =
    number !== undefined && number !== null && number !== given
      ? `is "${number}", while id is "${given}": an id that is no UUID is the number itself`
      : undefined;
  return { number: given, column: 'id', conflict };
}

async function lookUp(client: ClientBase, rows: { values: OwnedRow['values']; number: string | null | undefined }[]) {
  const { rows: known } = await client.query<Known>(
    `SELECT lower(given.number) AS key, held.id AS holder
    FROM unnest($1::uuid[], $2::text[]) WITH ORDINALITY AS given (customer_id, number, at)
    LEFT JOIN invoices AS held ON held.customer_id = given.customer_id AND held.number_key = lower(given.number)
    ORDER BY at`,
    [rows.map(({ values }) => values['customer_id']), rows.map(({ number }) => number ?? null)],
  );
  return known;
}
