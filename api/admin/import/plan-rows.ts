import type { ClientBase } from 'pg';
import type { RecordKind } from './record-kinds.ts';
import type { BadRow, OwnedRow } from './row-reader.ts';
import { findRows, type Values } from './write-rows.ts';

export interface PlannedRow {
  line: number;
  outcome: 'add' | 'change' | 'same';
  /** What the file calls it. */
  name: string;
  changes: { column: string; from: string | null; to: string | null }[];
  /** What is to be written. */
  values: Values;
}

/** What each row would do to what is there. */
export async function planRows(
  client: ClientBase,
  kind: RecordKind,
  rows: OwnedRow[],
): Promise<(PlannedRow | BadRow)[]> {
  const nameOf = (values: Values) => `${kind.isKeyUniqueToCustomer ? values['customer_id'] : ''} ${values[kind.key]}`;
  const found = await findRows(
    client,
    kind,
    rows.map(({ values }) => values),
  );
  const there = new Map(found.map((values) => [nameOf(values), values]));
  return rows.map(({ line, name, values }) => {
    const before = there.get(nameOf(values));
    if (before !== undefined && before['customer_id'] !== values['customer_id']) {
      return { line, column: kind.key, reason: 'belongs to another customer already' };
    }
    const problem = kind.check?.({ ...before, ...values });
    if (problem !== undefined) return { line, ...problem };
    return { line, name, ...planRow(values, before) };
  });
}

/** What one row would do to the one that is there, if any. */
export function planRow(
  values: Values,
  before: Values | undefined,
): Pick<PlannedRow, 'outcome' | 'changes' | 'values'> {
  if (before === undefined) return { outcome: 'add', changes: [], values };
  const changes = Object.entries(values)
    .filter(([column, to]) => before[column] !== to)
    .map(([column, to]) => ({ column, from: before[column] ?? null, to }));
  const changed = Object.fromEntries(changes.map(({ column, to }) => [column, to]));
  return {
    outcome: changes.length === 0 ? 'same' : 'change',
    changes,
    values: { ...changed, id: before['id'] ?? null },
  };
}
