import { columns, nullable, oneOf, text } from '#api/db/columns.ts';
import type { Database } from '#api/db/connect.ts';
import { type KeyCaller, runAsKey } from '#api/db/key.ts';
import { UserError } from '#api/lib/errors.ts';
import { changeKinds, type Changes } from '../contract/api-v1.ts';

const change = columns({
  id: text('changes.record_id'),
  kind: oneOf('changes.kind', changeKinds),
  number: nullable(
    text('coalesce(customers.number, contracts.contract_number, invoices.number, payments.payment_reference)'),
  ),
  changedIn: text('changes.changed_in::text'),
});
const state = columns({
  generation: text('change_generation()'),
  /** No transaction has this id yet. */
  end: text('pg_snapshot_xmax(pg_current_snapshot())::text'),
});

// Only what the key may read: the policies of the lists decide it, and a record that they hide is left out.
const changesText = `SELECT ${change.sql}
  FROM list_record_changes($1::text::xid8, $2::uuid, ARRAY(SELECT kind FROM (VALUES ('customer', 'customers'), ('contract', 'contracts'),
    ('invoice', 'invoices'), ('payment', 'payments')) AS readable (kind, list) WHERE key_can(list || ':read')), $3) AS changes
  LEFT JOIN customers ON kind = 'customer' AND customers.id = record_id
  LEFT JOIN contracts ON kind = 'contract' AND contracts.id = record_id
  LEFT JOIN invoices ON kind = 'invoice' AND invoices.id = record_id
  LEFT JOIN payments ON kind = 'payment' AND payments.id = record_id
  ORDER BY changes.changed_in, changes.record_id`;

const nothing = '00000000-0000-0000-0000-000000000000';
const cursorPattern = /^([\da-f-]{36})\.(\d{1,19})\.([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/;
const usualLimit = 100;

/** What was added or changed after a cursor, in an order that never changes and without gaps (decision 029). */
export async function listChanges(
  database: Database,
  caller: KeyCaller,
  { since, limit = usualLimit }: { since?: string | undefined; limit?: number | undefined },
): Promise<Changes> {
  const [, known, after = '0', record = nothing] = cursorPattern.exec(since ?? '') ?? [];
  const invalidCursor = new UserError('invalid_cursor', 'since is not a cursor of this list.');
  if (since !== undefined && known === undefined) throw invalidCursor;
  const [states, rows] = await runAsKey(
    database,
    caller,
    ['changes:read'],
    { name: 'change-state', text: `SELECT ${state.sql}` },
    // One more than is returned tells whether there are more.
    { name: 'list-changes', text: changesText, values: [after, record, limit + 1] },
  );
  const { generation: current = '', end = '0' } = state.first(states) ?? {};
  if (known !== undefined && known !== current)
    throw new UserError(
      'cursor_expired',
      'The database was replaced since this cursor was given. Please start again without since.',
    );
  if (known !== undefined && BigInt(after) >= BigInt(end)) throw invalidCursor;
  const found = change.all(rows);
  const items = found.slice(0, limit);
  const last = items.at(-1);
  return {
    items: items.map(({ id, kind, number }) => ({ kind, number, id })),
    cursor: `${current}.${last?.changedIn ?? after}.${last?.id ?? record}`,
    hasMore: found.length > limit,
  };
}
