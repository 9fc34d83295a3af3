import { createHash, randomUUID } from 'node:crypto';
import type { ClientBase } from 'pg';
import { isUuid } from './fields.ts';
import type { BadRow, OwnedRow } from './row-reader.ts';

interface Known {
  /** The number as the database compares it, case aside. */
  key: string;
  /** The customer's invoice that has this number. */
  holder: string | null;
  /** Whether the id that would follow from the number belongs to an invoice with another number. */
  is_id_taken: boolean;
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
    const { key, holder, is_id_taken: isIdTaken } = known[at] ?? { key: '', holder: null, is_id_taken: false };
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
    const own = id ?? holder ?? (isIdTaken ? randomUUID() : invoiceId(customerId, number));
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
    `SELECT lower(given.number) AS key, held.id AS holder, taken.id IS NOT NULL AS is_id_taken
    FROM unnest($1::uuid[], $2::text[], $3::uuid[]) WITH ORDINALITY AS given (customer_id, number, id, at)
    LEFT JOIN invoices AS held ON held.customer_id = given.customer_id AND held.number_key = lower(given.number)
    LEFT JOIN invoices AS taken ON taken.id = given.id AND taken.number IS NOT NULL
    ORDER BY at`,
    [
      rows.map(({ values }) => values['customer_id']),
      rows.map(({ number }) => number ?? null),
      rows.map(({ values, number }) => (number ? invoiceId(values['customer_id'] ?? '', number) : null)),
    ],
  );
  return known;
}

/**
 * The id of a new invoice, from its customer and its number (UUID version 5). Invoices that were imported before numbers were
 * kept have the same id, so that importing their file again gives them their number.
 */
export function invoiceId(customerId: string, number: string): string {
  const namespace = Buffer.from(customerId.replaceAll('-', ''), 'hex');
  const bytes = createHash('sha1').update(namespace).update(number, 'utf8').digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
