import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { ClientBase } from 'pg';
import type { Finding } from '../integrity-check/check-rows.ts';
import type { FileStorage } from '#api/files/file-storage.ts';
import { incomingFolder } from '#api/files/receive-file.ts';
import type { Files } from '#api/files/files.ts';

/** A file that a row names. */
export interface NamedFile {
  folder: string;
  sha256: string;
  size: number;
}

/** The rows that name files, each file once. Needs the rights of the operator. */
const namedFiles = `SELECT customer_id::text AS folder, sha256, max(size) AS size FROM (
    SELECT customer_id, sha256, size FROM attachments UNION ALL SELECT customer_id, sha256, size FROM record_files) AS named
  GROUP BY customer_id, sha256
  UNION ALL SELECT 'mail', sha256, max(size) FROM inbound_mails WHERE sha256 IS NOT NULL GROUP BY sha256`;

const batchSize = 1000;

export async function* readNamedFiles(client: ClientBase): AsyncGenerator<NamedFile> {
  await client.query(`DECLARE named_files NO SCROLL CURSOR FOR ${namedFiles}`);
  for (;;) {
    const { rows } = await client.query<NamedFile>(`FETCH ${batchSize} FROM named_files`);
    if (rows.length === 0) break;
    yield* rows;
  }
  await client.query('CLOSE named_files');
}

// Longer than any upload or mail takes between its file and its row.
const minOrphanAgeMs = 24 * 60 * 60 * 1000;

/** Files of the storage without a row: a process was killed between the two, or the rows were deleted. Ours only, and no new ones. */
export async function* findOrphans(
  client: Pick<ClientBase, 'query'>,
  storage: FileStorage,
  now: Date,
): AsyncGenerator<NamedFile> {
  let batch: NamedFile[] = [];
  const unknown = async (): Promise<NamedFile[]> => {
    const [folder = ''] = batch.map((one) => one.folder);
    const hashes = batch.map(({ sha256 }) => sha256);
    const { rows } = await client.query<{ sha256: string }>('SELECT known_files($1, $2) AS sha256', [folder, hashes]);
    const known = new Set(rows.map(({ sha256 }) => sha256));
    const orphans = batch.filter(({ sha256 }) => !known.has(sha256));
    batch = [];
    return orphans;
  };
  for await (const file of storage.list()) {
    if (now.getTime() - file.modifiedAt.getTime() < minOrphanAgeMs) continue;
    if (batch.length >= batchSize || (batch[0] !== undefined && batch[0].folder !== file.folder))
      yield* await unknown();
    batch.push(file);
  }
  if (batch.length > 0) yield* await unknown();
}

/** Returns how many were, or would be, removed: orphans, and what killed processes left while receiving. */
export async function removeOrphans(
  client: Pick<ClientBase, 'query'>,
  { folder, storage }: Pick<Files, 'folder' | 'storage'>,
  { now, isDryRun = false }: { now: Date; isDryRun?: boolean },
): Promise<number> {
  let count = 0;
  for await (const orphan of findOrphans(client, storage, now)) {
    if (!isDryRun) await storage.remove(orphan.folder, orphan.sha256);
    count += 1;
  }
  const incoming = incomingFolder(folder);
  for (const name of await readdir(incoming).catch(() => [])) {
    const changed = (await stat(join(incoming, name)).catch(() => undefined))?.mtimeMs;
    if (changed === undefined || now.getTime() - changed < minOrphanAgeMs) continue;
    if (!isDryRun) await rm(join(incoming, name), { force: true });
    count += 1;
  }
  return count;
}

async function countFiles(files: AsyncIterable<NamedFile>): Promise<number> {
  let total = 0;
  const iterator = files[Symbol.asyncIterator]();
  while ((await iterator.next()).done !== true) total += 1;
  return total;
}

/** Part of the integrity check: every row has a file of the right size. Call it in the operator's transaction. */
export async function checkFiles(
  client: ClientBase,
  { storage }: Pick<Files, 'storage'>,
  now: Date,
): Promise<{ problems: Finding[]; warnings: Finding[] }> {
  const sizes = new Map<string, number>();
  for await (const { folder, sha256, size } of storage.list()) sizes.set(`${folder}/${sha256}`, size);
  const counts = { missing: { attachments: 0, inbound_mails: 0 }, changed: { attachments: 0, inbound_mails: 0 } };
  for await (const { folder, sha256, size } of readNamedFiles(client)) {
    const table = folder === 'mail' ? 'inbound_mails' : 'attachments';
    const found = sizes.get(`${folder}/${sha256}`);
    if (found === undefined) counts.missing[table] += 1;
    else if (found !== size) counts.changed[table] += 1;
  }
  const orphans = await countFiles(findOrphans(client, storage, now));
  const findings = (what: string, rows: Record<string, number>) =>
    Object.entries(rows).flatMap(([where, count]) => (count > 0 ? [{ what, where, rows: count }] : []));
  return {
    problems: [
      ...findings('name a file that is not in the storage: restore it from a backup', counts.missing),
      ...findings('name a file of another size: restore it from a backup', counts.changed),
    ],
    warnings: findings('have no row: the daily retention removes them', { files: orphans }),
  };
}

/** What an erasure leaves to be removed after its commit, as removed files cannot be rolled back. */
export interface ErasedFiles {
  customerId: string | undefined;
  /** Hashes of mails. */
  mails: string[];
}

/** The mails from these users and, of a customer, those in its tickets. Before their rows are deleted. */
export async function findMailFiles(
  client: ClientBase,
  { customerId, users }: { customerId?: string | undefined; users: readonly { id: string; email: string }[] },
): Promise<string[]> {
  const { rows } = await client.query<{ sha256: string }>(
    `SELECT DISTINCT sha256 FROM inbound_mails WHERE sha256 IS NOT NULL AND (lower(from_address) = ANY($1) OR lower(sender) = ANY($1)
      OR user_id = ANY($2) OR ticket_id IN (SELECT id FROM tickets WHERE customer_id = $3))`,
    [users.map(({ email }) => email), users.map(({ id }) => id), customerId ?? null],
  );
  return rows.map(({ sha256 }) => sha256);
}

/** Removes them at once, except those that a row still names. Returns how many were, or would be, removed. */
export async function removeErasedFiles(
  client: ClientBase,
  { storage }: Files,
  { customerId, mails }: ErasedFiles,
  isDryRun: boolean,
): Promise<number> {
  let removed = 0;
  const removeUnnamed = async (folder: string, hashes: string[]) => {
    const { rows } = await client.query<{ sha256: string }>('SELECT known_files($1, $2) AS sha256', [folder, hashes]);
    const named = new Set(rows.map(({ sha256 }) => sha256));
    for (const sha256 of hashes.filter((one) => isDryRun || !named.has(one))) {
      if (!isDryRun) await storage.remove(folder, sha256);
      removed += 1;
    }
  };
  if (customerId !== undefined) {
    const hashes = [];
    for await (const { sha256 } of storage.list(customerId)) hashes.push(sha256);
    await removeUnnamed(customerId, hashes);
    // Documents of invoices are retained with them.
    const isEmpty = (await countFiles(storage.list(customerId))) === 0;
    if (!isDryRun && isEmpty) await storage.removeFolder(customerId);
  }
  await removeUnnamed('mail', mails);
  return removed;
}

/** Copies the files of an export beside its tables, by hash. Returns how many; a file that is missing is left out. */
export async function exportFiles(
  client: ClientBase,
  { storage }: Files,
  { customerId, userIds }: { customerId: string | undefined; userIds: readonly string[] },
  target: string,
): Promise<number> {
  const { rows } = await client.query<{ folder: string; sha256: string; name: string }>(
    `SELECT DISTINCT customer_id::text AS folder, sha256, sha256 AS name FROM attachments
      WHERE note_id IS NULL AND state <> 'infected' AND (customer_id = $1 OR $1::uuid IS NULL AND uploaded_by = ANY($2))
    UNION SELECT customer_id::text, sha256, sha256 FROM record_files WHERE customer_id = $1 AND state <> 'infected'
    UNION SELECT 'mail', sha256, sha256 || '.eml' FROM inbound_mails
      WHERE sha256 IS NOT NULL AND (ticket_id IN (SELECT id FROM tickets WHERE customer_id = $1) OR $1::uuid IS NULL AND user_id = ANY($2))`,
    [customerId ?? null, userIds],
  );
  if (rows.length > 0) await mkdir(target, { recursive: true, mode: 0o700 });
  let count = 0;
  for (const { folder, sha256, name } of rows) {
    const content = await storage.read(folder, sha256).catch(() => undefined);
    if (content === undefined) continue;
    await pipeline(content, createWriteStream(join(target, name), { mode: 0o600, flags: 'wx' }));
    count += 1;
  }
  return count;
}
