import type { ClientBase } from 'pg';
import { isUuid } from './fields.ts';
import type { PlannedRow, Values } from './plan-rows.ts';
import { type InvalidRow, invalidRow, isInvalid, type OwnedRow } from './read-rows.ts';

interface Target {
  id: string;
  number: string;
  isCredit: boolean;
}

/** What identifies an invoice in the column `credits`: its customer and its number, ignoring case, or its id. */
const keyOf = ({ customer_id: customer }: Values, number: string) => `${customer} ${number.toLowerCase()}`;

/**
 * Links credit notes to invoices of the same customer: those that are stored, and those of the file, up to the batch that the
 * credit note is in. Where each batch is written, the ones before are among the stored: only this one is remembered.
 */
export function createCreditLinks({ isWritten }: { isWritten: boolean }) {
  const inFile = new Map<string, Target>();
  return async (client: ClientBase, rows: (OwnedRow | InvalidRow)[]): Promise<(OwnedRow | InvalidRow)[]> => {
    if (isWritten) inFile.clear();
    for (const row of rows) {
      if (isInvalid(row)) continue;
      const { id, number, credits } = row.values;
      const target = { id: id ?? '', number: number ?? id ?? '', isCredit: (credits ?? null) !== null };
      for (const name of [id, number]) if (name) inFile.set(keyOf(row.values, name), target);
    }
    const credited = rows.filter((row): row is OwnedRow => !isInvalid(row) && (row.values['credits'] ?? null) !== null);
    const stored = await findInvoices(client, credited);
    return rows.map((row) => {
      if (isInvalid(row)) return row;
      const wanted = row.values['credits'] ?? null;
      if (wanted === null) return row;
      const key = keyOf(row.values, wanted);
      const target = inFile.get(key) ?? stored.get(key);
      const reject = (reason: string) => invalidRow(row.line, 'credits', `is "${wanted}", ${reason}`);
      if (target === undefined) return reject('which is not an invoice of this customer');
      if (target.id === row.values['id']) return reject('which is this credit note itself');
      if (target.isCredit) return reject('which is a credit note, too');
      return { ...row, values: { ...row.values, credits: target.number }, creditsId: target.id };
    });
  };
}

async function findInvoices(client: ClientBase, rows: OwnedRow[]): Promise<Map<string, Target>> {
  if (rows.length === 0) return new Map();
  const wanted = rows.map(({ values }) => values['credits'] ?? '');
  const { rows: found } = await client.query<Target & { at: number }>(
    `SELECT wanted.at::integer, id, coalesce(invoices.number, id::text) AS number,
      credits_invoice_id IS NOT NULL AS "isCredit"
    FROM unnest($1::uuid[], $2::text[], $3::uuid[]) WITH ORDINALITY AS wanted (customer_id, number, id_in_file, at)
    JOIN invoices ON invoices.customer_id = wanted.customer_id
      AND (invoices.number_key = lower(wanted.number) OR invoices.id = wanted.id_in_file)`,
    [
      rows.map(({ values }) => values['customer_id']),
      wanted,
      wanted.map((number) => (isUuid(number) ? number.toLowerCase() : null)),
    ],
  );
  return new Map(
    found.flatMap(({ at, ...target }) => {
      const row = rows[at - 1];
      return row === undefined ? [] : [[keyOf(row.values, row.values['credits'] ?? ''), target] as const];
    }),
  );
}

/** `credits` is not a column: the link is. */
export function storedValues({ values, creditsId }: PlannedRow): Values {
  const { credits, ...stored } = values;
  return credits === undefined
    ? stored
    : { ...stored, credits_invoice_id: credits === null ? null : (creditsId ?? null) };
}
