import { recordStaffEvent } from '#api/db/audit-log.ts';
import type { Database } from '#api/db/connect.ts';
import { inStaffTransaction, runAsStaff } from '#api/db/staff.ts';
import { type Caller, traceOf } from '#api/db/tenant.ts';
import { columns, text } from '#api/db/columns.ts';
import { runOn } from '#api/db/batch.ts';
import { extensionOf, sanitizeFileName } from '#api/files/file-name.ts';
import type { Files } from '#api/files/files.ts';
import { FileRejectedError } from '#api/files/inspect-file.ts';
import { fromSqlState, UserError } from '#api/lib/errors.ts';
import { discardUploads, storeUpload } from '#api/services/tickets/store-upload.ts';
import type { AddDocument, DocumentList, RecordFile } from '#contract/record-detail.ts';
import { recordFile } from './record-files.ts';

// The documents of contracts and licenses: a PDF each, which staff add, replace and withdraw. It takes the way of every upload: counted before a
// byte is read, inspected, stored by its hash and scanned.

const needs = ['records'] as const;
const columnOf = { contracts: 'contract_id', licenses: 'license_id' } as const satisfies Record<DocumentList, string>;
const noFile = new UserError('not_found', 'There is no such file.');
const owner = columns({ customerId: text('customer_id') });

export async function addDocument(
  deps: { database: Database; files: Files },
  caller: Caller,
  { list, id, name, replaces, size }: AddDocument & { size: number },
  content: AsyncIterable<Uint8Array>,
): Promise<RecordFile> {
  const { database } = deps;
  if (extensionOf(sanitizeFileName(name)) !== 'pdf') throw new FileRejectedError('file_type_not_allowed');
  const [found] = await runAsStaff(
    database,
    caller,
    { needs },
    { name: `document-owner-${list}`, text: `SELECT ${owner.sql} FROM ${list} WHERE id = $1`, values: [id] },
  );
  const customerId = owner.first(found)?.customerId;
  if (customerId === undefined) throw new UserError('not_found', 'There is no such contract or license.');
  const runAsSender = async (statement: Parameters<typeof runAsStaff>[3]) =>
    (await runAsStaff(database, caller, { needs }, statement)).at(0);
  const upload = await storeUpload(deps, runAsSender, { customerId, name, size }, content);
  try {
    return await inStaffTransaction(database, caller, { needs }, async (client) => {
      await client
        .query('SELECT use_reservation($1, NULL)', [JSON.stringify(upload)])
        .catch(fromSqlState({ PT404: noFile }));
      // One that was replaced or withdrawn before stands again.
      const [rows] = await runOn(client)({
        text: `INSERT INTO record_files (customer_id, ${columnOf[list]}, file_name, content_type, size, sha256, state, created_by)
          VALUES ($1, $2, $3, $4, $5, $6, $7, app_staff_id())
          ON CONFLICT (coalesce(invoice_id, contract_id, license_id), sha256) DO UPDATE SET replaced_at = NULL
          RETURNING ${recordFile.sql}`,
        values: [
          customerId,
          id,
          upload.fileName,
          upload.contentType,
          upload.size,
          upload.sha256,
          upload.isScanned ? 'pending' : 'unscanned',
        ],
      });
      const added = recordFile.first(rows);
      if (added === undefined) throw noFile;
      if (replaces !== undefined && replaces !== added.id) {
        const { rowCount } = await client.query(
          `UPDATE record_files SET replaced_at = now() WHERE id = $1 AND ${columnOf[list]} = $2 AND replaced_at IS NULL`,
          [replaces, id],
        );
        if (rowCount !== 1) throw noFile;
      }
      const event = replaces === undefined ? 'record.file_added' : 'record.file_replaced';
      await recordStaffEvent(
        client,
        { event, customer: customerId, entity: `${list}:${id}`, details: { list } },
        traceOf(caller),
      );
      return added;
    });
  } catch (error) {
    await discardUploads(deps, [upload]);
    throw error;
  }
}

/** The customer no longer finds it. The row stays, for the history. */
export async function withdrawDocument(database: Database, caller: Caller, id: string): Promise<void> {
  await inStaffTransaction(database, caller, { needs }, async (client) => {
    const { rows } = await client.query<{ customerId: string; contractId: string | null; licenseId: string | null }>(
      `UPDATE record_files SET replaced_at = now() WHERE id = $1 AND invoice_id IS NULL AND replaced_at IS NULL
      RETURNING customer_id AS "customerId", contract_id AS "contractId", license_id AS "licenseId"`,
      [id],
    );
    const [withdrawn] = rows;
    if (withdrawn === undefined) throw noFile;
    const list = withdrawn.contractId === null ? 'licenses' : 'contracts';
    const entity = `${list}:${withdrawn.contractId ?? withdrawn.licenseId}`;
    await recordStaffEvent(
      client,
      { event: 'record.file_withdrawn', customer: withdrawn.customerId, entity, details: { list } },
      traceOf(caller),
    );
  });
}
