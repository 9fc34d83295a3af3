import type { Readable } from 'node:stream';
import { columns, integer, nullable, text } from '#api/db/columns.ts';
import { auditStatement } from '#api/db/audit-log.ts';
import type { Database } from '#api/db/connect.ts';
import { createRateLimiter } from '#api/db/rate-limit.ts';
import { runAsStaff } from '#api/db/staff.ts';
import { type Caller, runAsSession, traceOf } from '#api/db/tenant.ts';
import type { Files } from '#api/files/files.ts';
import { notLinked, UserError } from '#api/lib/errors.ts';
import { readingPermissions } from '#contract/staff.ts';
import { createZip } from '#api/documents/zip.ts';

const issuedOn = `coalesce(issued_on, (invoices.created_at AT TIME ZONE 'Europe/Paris')::date)`;
const file = columns({
  customerId: text('record_files.customer_id'),
  number: nullable(text('number')),
  invoiceId: text('invoices.id'),
  fileName: text('file_name'),
  sha256: text('sha256'),
  size: integer('size'),
  on: text(issuedOn),
});
const callerIds = { name: 'caller-ids', text: 'SELECT app_user_id(), app_customer_id()' };
// What a ZIP without extensions holds, with room for its directory.
const maxFiles = 60_000;
const maxBytes = 4_000_000_000;
// As for lists.
const maxPerHour = 100;

/** Counts a download as an export, and records it in the audit log. */
export async function recordDownload(
  database: Database,
  rateLimitSecret: string,
  caller: Caller,
  details: Record<string, string | number>,
): Promise<void> {
  const access = { mode: 'write', needs: 'billing' } as const;
  const [ids] = await runAsSession(database, caller, access, callerIds);
  const [userId, customer] = ids?.[0] ?? [];
  if (typeof customer !== 'string') throw notLinked;
  const account = [String(userId), maxPerHour, 60 * 60] as const;
  await createRateLimiter(database, rateLimitSecret).consume('export', { account });
  await runAsSession(
    database,
    caller,
    access,
    auditStatement('user', { event: 'records.exported', customer, details }, traceOf(caller)),
  );
}

/** All documents of the invoices of one year, as one ZIP that is written while it is read. */
export async function openArchive(
  { database, files, secret }: { database: Database; files: Files; secret: string },
  caller: Caller,
  year: number,
): Promise<Readable> {
  const [rows] = await runAsSession(database, caller, { mode: 'read', needs: 'billing' }, archiveStatement(year));
  const found = checkSize(file.all(rows));
  await recordDownload(database, secret, caller, { list: 'documents', year, rows: found.length });
  return zipOf(files, found);
}

/** The same for staff, of one customer. */
export async function openDeskArchive(
  { database, files }: { database: Database; files: Files },
  caller: Caller,
  { customerId, year }: { customerId: string; year: number },
): Promise<Readable> {
  const access = { needs: readingPermissions, customerId };
  const [rows] = await runAsStaff(database, caller, access, archiveStatement(year, customerId));
  const found = checkSize(file.all(rows));
  const details = { list: 'documents', year, rows: found.length };
  const event = { event: 'records.exported', customer: customerId, details } as const;
  await runAsStaff(database, caller, access, auditStatement('staff', event, traceOf(caller)));
  return zipOf(files, found);
}

type ArchivedFile = ReturnType<typeof file.all>[number];

/** Without a customer, row-level security decides whose. */
const archiveStatement = (year: number, customerId?: string) => ({
  name: 'archive-files',
  text: `SELECT ${file.sql} FROM record_files JOIN invoices ON invoices.id = record_files.invoice_id
    LEFT JOIN invoice_documents ON invoice_documents.invoice_id = invoices.id
    WHERE replaced_at IS NULL AND state IN ('clean', 'unscanned')
      AND extract(year FROM ${issuedOn}) = $1::integer AND ($2::uuid IS NULL OR record_files.customer_id = $2)
    ORDER BY number_key, file_name, record_files.id LIMIT ${maxFiles + 1}`,
  values: [year, customerId ?? null],
});

function checkSize(found: ArchivedFile[]): ArchivedFile[] {
  if (found.length === 0) throw new UserError('not_found', 'There are no documents of this year.');
  const total = found.reduce((sum, { size }) => sum + size, 0);
  if (found.length > maxFiles || total > maxBytes)
    throw new UserError('invalid_request', 'This year has too many documents for one file. Please contact support.');
  return found;
}

const zipOf = (files: Files, found: ArchivedFile[]) =>
  createZip(
    found.map(({ customerId, number, invoiceId, fileName, sha256, on }) => ({
      name: fileName.includes(number ?? invoiceId) ? fileName : `${number ?? invoiceId} ${fileName}`,
      on: new Date(`${on}T12:00:00Z`),
      open: () => files.storage.read(customerId, sha256),
    })),
  );
