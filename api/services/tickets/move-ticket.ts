import type { Database } from '#api/db/connect.ts';
import { columns, text } from '#api/db/columns.ts';
import { runOn } from '#api/db/batch.ts';
import { inStaffTransaction, runAsStaff } from '#api/db/staff.ts';
import type { Caller } from '#api/db/tenant.ts';
import { FileMissingError } from '#api/files/file-storage.ts';
import type { Files } from '#api/files/files.ts';
import { receiveFile } from '#api/files/receive-file.ts';
import { fromSqlState, UserError } from '#api/lib/errors.ts';
import type { QueuedTicket } from '#contract/desk-tickets.ts';
import type { StaffPermission } from '#contract/staff.ts';
import type { MoveTicket } from '#contract/ticket-changes.ts';
import { changed, readQueued } from './desk-tickets.ts';
import { lockTicket, noTicket, readTerms, saveTicket } from './ticket-store.ts';

const needs = ['support'] as const satisfies StaffPermission[];
const storedFile = columns({ customerId: text('customer_id'), sha256: text('sha256') });
const filesStatement = (id: string) => ({
  text: `SELECT DISTINCT ${storedFile.sql} FROM attachments WHERE ticket_id = $1 AND attached_at IS NOT NULL`,
  values: [id],
});
const rejectMove = fromSqlState({
  PT409: new UserError('invalid_request', 'A ticket that was merged, or others into it, stays with its customer.'),
  '23503': new UserError('not_found', 'There is no such customer.'),
});

/** A file may be added between copying and moving: then it is copied, too. */
const maxAttempts = 3;

/**
 * Moves a ticket that was opened for the wrong customer, with its conversation and files. Files are stored by customer: they are copied
 * before, outside of the transaction; copies that are not needed, and the originals, have no row and are removed as orphans.
 */
export async function moveTicket(
  { database, files }: { database: Database; files: Files },
  caller: Caller,
  move: MoveTicket,
): Promise<QueuedTicket> {
  const copied = new Set<string>();
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const [rows] = await runAsStaff(database, caller, { needs }, filesStatement(move.id));
    for (const { customerId, sha256 } of storedFile.all(rows)) {
      if (customerId !== move.customerId && !copied.has(sha256))
        await copyFile(files, customerId, move.customerId, sha256);
      copied.add(sha256);
    }
    const moved = await moveRows(database, caller, move, copied);
    if (moved !== undefined) return moved;
  }
  throw new UserError('changed_meanwhile', changed);
}

/** Undefined if there are files that were not copied. */
async function moveRows(
  database: Database,
  caller: Caller,
  { id, version, customerId }: MoveTicket,
  copied: ReadonlySet<string>,
): Promise<QueuedTicket | undefined> {
  return inStaffTransaction(database, caller, { needs }, async (client) => {
    const before = await lockTicket(client, id);
    if (before.version !== version) throw new UserError('changed_meanwhile', changed, await readQueued(client, id));
    if (before.customerId === customerId) return readQueued(client, id);
    const [rows] = await runOn(client)(filesStatement(id));
    if (storedFile.all(rows).some(({ sha256 }) => !copied.has(sha256))) return undefined;
    await client.query('SELECT move_ticket($1, $2, $3)', [id, version, customerId]).catch(rejectMove);
    const ticket = await lockTicket(client, id);
    if (ticket.customerId !== customerId) throw noTicket;
    const from = before.customerId;
    await saveTicket(
      client,
      { kind: 'staff', ...caller },
      ticket,
      {
        terms: await readTerms(client, customerId, ticket.priority),
        events: [{ kind: 'customer_changed' }, { kind: 'moved_from', payload: { customerId: from }, isInternal: true }],
        audit: {
          event: 'ticket.customer_changed',
          details: { from: `customer:${from}`, to: `customer:${customerId}` },
        },
      },
      new Date(),
    );
    return readQueued(client, id);
  });
}

async function copyFile(files: Files, from: string, to: string, sha256: string): Promise<void> {
  try {
    const received = await receiveFile(files, await files.storage.read(from, sha256));
    try {
      await files.storage.store(to, received);
    } finally {
      await received.discard();
    }
  } catch (error) {
    // Lost before: the row says so at its new customer as well.
    if (!(error instanceof FileMissingError)) throw error;
  }
}
