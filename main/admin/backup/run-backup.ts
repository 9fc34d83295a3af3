import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { lockClasses } from '#api/db/lock-classes.ts';
import { withAdvisoryLock } from '#api/db/transaction.ts';
import type { OperatorDatabase } from '#api/db/operator-database.ts';
import { type FileSettings, openFiles } from '#api/files/files.ts';
import type { Settings } from '#api/lib/env.ts';
import { OperatorError } from '#api/lib/errors.ts';
import { type MadeBackup, createBackup } from './backup.ts';
import { readProvenNames, recordBackup, recordFailure, recordProof } from './backup-events.ts';
import { backupName, isEncryptedName } from './backup-name.ts';
import { type BackupStore, folderStore } from './backup-store.ts';
import { type Proof, proveBackup, proveStream } from './prove-backup.ts';
import { type BackupSource, readBackup } from './read-backup.ts';
import { findObsolete } from './rotation.ts';
import { s3BackupStore } from './s3-backup-store.ts';
import type { ScratchSettings } from './scratch-database.ts';
import { type Trust, findSigningKey, findVerificationKeys } from './signature.ts';
import type { OnRows } from './verify-backup.ts';

export type BackupSettings = FileSettings &
  ScratchSettings &
  Pick<Settings, 'authSecret' | 'secretsBefore'> &
  Partial<Pick<Settings, 'backupTo' | 'backupKeep' | 'backupRecipients' | 'backupIdentity'>>;

interface BackupJob {
  database: OperatorDatabase;
  settings: BackupSettings;
  onRows: OnRows;
  signal: AbortSignal;
}

interface BackupResult {
  made: MadeBackup;
  /** Where it is. */
  place: string;
  /** Names of old backups that were deleted. */
  deleted: string[];
}

/** A folder or the URL of a bucket; by default beside the data, not within it. */
export function openConfiguredStore({
  dataDir,
  backupTo = `${dataDir}-backups`,
}: Pick<BackupSettings, 'backupTo' | 'dataDir'>): BackupStore {
  return /^https?:/.test(backupTo) ? s3BackupStore(backupTo) : folderStore(backupTo);
}

const defaultKeep = { days: 7, weeks: 4, months: 0 };

/** Makes one backup in a file of its own or, without one, in BACKUP_TO, where obsolete ones are then deleted. */
export async function runBackup(job: BackupJob, file?: string): Promise<BackupResult> {
  // Not counted as a failed backup, which would alert somebody: the argument is wrong.
  if (file !== undefined && existsSync(file))
    throw new OperatorError(`The file ${file} already exists and is not overwritten.`);
  return exclusively(job.database, 'backup', async () => {
    const { database } = job;
    try {
      return await (file === undefined ? backUpToStore(job) : backUpToFile(job, file));
    } catch (error) {
      await recordFailure(database, 'backup.failed', error);
      throw job.signal.aborted ? new OperatorError('The backup was interrupted: nothing is left of it.') : error;
    }
  });
}

async function exclusively<Result>(
  { client }: OperatorDatabase,
  what: 'backup' | 'proof',
  work: () => Promise<Result>,
): Promise<Result> {
  const run = () => work().then((result) => ({ result }));
  const done = await withAdvisoryLock(client, lockClasses[what], run);
  if (done === undefined)
    throw new OperatorError(`Another ${what} of this database is running: wait until it has ended.`);
  return done.result;
}

async function backUpToFile(job: BackupJob, file: string): Promise<BackupResult> {
  const [store, name] = [folderStore(dirname(file)), basename(file)];
  return { made: await write(job, store, name), place: file, deleted: [] };
}

async function backUpToStore(job: BackupJob, tee?: Parameters<typeof createBackup>[1]['tee']): Promise<BackupResult> {
  const { database, settings } = job;
  const store = openConfiguredStore(settings);
  await store.removePartial();
  const name = backupName(new Date(), (settings.backupRecipients ?? []).length > 0);
  const made = await write(job, store, name, tee);
  // A backup that lacks files replaces none.
  const deleted = made.missing > 0 ? [] : await deleteObsolete(database, store, settings);
  return { made, place: store.describe(name), deleted };
}

async function write(
  { database, settings, onRows, signal }: BackupJob,
  store: BackupStore,
  name: string,
  tee?: Parameters<typeof createBackup>[1]['tee'],
): Promise<MadeBackup> {
  const recipients = settings.backupRecipients ?? [];
  const request = {
    database,
    files: openFiles(settings),
    onRows,
    recipients,
    key: findSigningKey(settings),
    signal,
    ...(tee !== undefined && { tee }),
  };
  const made = await createBackup({ store, name }, request);
  if (made.missing > 0)
    await recordFailure(
      database,
      'backup.failed',
      new OperatorError(`${made.missing} files are missing in the storage.`),
    );
  else await recordBackup(database, name, made);
  return made;
}

async function deleteObsolete(database: OperatorDatabase, store: BackupStore, { backupKeep }: BackupSettings) {
  const names = (await store.list()).map(({ name }) => name);
  const proven = await readProvenNames(database);
  const obsolete = findObsolete(names, { keep: backupKeep ?? defaultKeep, proven, now: new Date() });
  for (const name of obsolete) await store.remove(name);
  return obsolete;
}

interface ProofResult {
  proof: Proof;
  place: string;
  /** A new backup, proven while it was written; otherwise an existing one was read. */
  made: MadeBackup | undefined;
}

/**
 * Proves a given backup or the newest one of BACKUP_TO. Without the key to read that one, it makes a new backup and proves what
 * is encrypted then.
 */
export function runProof(
  job: BackupJob,
  trust: Trust,
  given?: { source: BackupSource; name: string | undefined },
): Promise<ProofResult> {
  const { database } = job;
  return exclusively(database, 'proof', async () => {
    try {
      if (given !== undefined) return await proveSource(job, trust, given);
      const store = openConfiguredStore(job.settings);
      const newest = (await store.list()).at(-1)?.name;
      if (newest === undefined) throw new OperatorError(`There is no backup in ${store.name}: run backup first.`);
      const { backupIdentity: identity } = job.settings;
      if (isEncryptedName(newest) && identity === undefined)
        return await exclusively(database, 'backup', () => proveNew(job));
      const source = { name: `The backup ${store.describe(newest)}`, content: store.read(newest), identity };
      return await proveSource(job, trust, { source, name: newest });
    } catch (error) {
      await recordFailure(database, 'backup.proof_failed', error);
      throw job.signal.aborted ? new OperatorError('The proof was interrupted.') : error;
    }
  });
}

async function proveSource(
  { database, settings, onRows, signal }: BackupJob,
  trust: Trust,
  { source, name }: { source: BackupSource; name: string | undefined },
): Promise<ProofResult> {
  const reader = readBackup({ ...source, content: interruptible(source.content, signal) });
  const proof = await proveBackup(reader, { database, settings, trust, onRows });
  await recordProof(database, name, proof);
  return { proof, place: source.name, made: undefined };
}

/** Proves a backup on a machine without the portal: in an embedded database in a temporary folder, and without a record. */
export async function proveElsewhere(
  source: BackupSource,
  trust: Trust,
  { onRows, signal }: Pick<BackupJob, 'onRows' | 'signal'>,
): Promise<ProofResult> {
  const dataDir = await mkdtemp(join(tmpdir(), 'rempart-azur-proof-'));
  try {
    const reader = readBackup({ ...source, content: interruptible(source.content, signal) });
    const settings = { dataDir, databaseUrl: undefined };
    const proof = await proveBackup(reader, { database: { engine: 'embedded' }, settings, trust, onRows });
    return { proof, place: source.name, made: undefined };
  } catch (error) {
    throw signal.aborted ? new OperatorError('The proof was interrupted.') : error;
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function* interruptible(content: BackupSource['content'], signal: AbortSignal): BackupSource['content'] {
  for await (const chunk of content) {
    signal.throwIfAborted();
    yield chunk;
  }
}

async function proveNew(job: BackupJob): Promise<ProofResult> {
  const { database, settings, onRows } = job;
  const trust: Trust = { keys: findVerificationKeys(settings), unsigned: 'refused' };
  const { tee, proof: running, cancel } = proveStream({ database, settings, trust, onRows: () => {} });
  const { made, place } = await backUpToStore({ ...job, onRows }, tee).catch(async (error: unknown) => {
    cancel();
    // Its scratch database is gone before the command ends.
    await running.catch(() => undefined);
    await recordFailure(database, 'backup.failed', error);
    throw error;
  });
  const proof = await running;
  await recordProof(database, place.split('/').at(-1), proof);
  return { proof, place, made };
}
