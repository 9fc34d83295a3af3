import { createReadStream, existsSync } from 'node:fs';
import { basename } from 'node:path';
import { type BackedUpFiles, type BackupHeader, sumRows } from '#api/admin/backup/backup-format.ts';
import { recordRestore } from '#api/admin/backup/backup-events.ts';
import { isBackupName } from '#api/admin/backup/backup-name.ts';
import { type BackupSource, readBackup } from '#api/admin/backup/read-backup.ts';
import { restore } from '#api/admin/backup/restore.ts';
import { longestDays } from '#api/admin/backup/rotation.ts';
import { openConfiguredStore, proveElsewhere, runBackup, runProof } from '#api/admin/backup/run-backup.ts';
import { verifyBackup } from '#api/admin/backup/verify-backup.ts';
import { type Command, type OfflineContext, type Options, UsageError, json } from '#api/cli/command.ts';
import { formatTable } from '#api/cli/output.ts';
import { untilInterrupted } from '#api/cli/interruption.ts';
import { openFiles } from '#api/files/files.ts';
import { publisher } from '#api/lib/company.ts';
import { OperatorError } from '#api/lib/errors.ts';
import { findPastedSecret } from '#api/lib/setting-checks.ts';

const rowCounts = (tables: { name: string; rows: number }[]) =>
  Object.fromEntries(tables.map(({ name, rows }) => [name, rows]));

const identity = { value: 'file', about: 'the private key of age, for an encrypted backup (BACKUP_IDENTITY)' };

const describeContent = ({ tables, files, ...header }: BackupHeader & BackedUpFiles) =>
  `${sumRows({ tables })} rows of ${tables.length} tables and ${files} files from ${header.createdAt}`;

/** `-` is standard input. A name of ours that is not a file here is looked for in BACKUP_TO. */
function findSource(file: string, { settings, options }: Pick<OfflineContext, 'settings' | 'options'>): BackupSource {
  const key = { identity: readIdentity(options, settings) };
  if (file === '-') return { name: 'The standard input', content: process.stdin, ...key };
  if (isBackupName(file) && !existsSync(file)) {
    const store = openConfiguredStore(settings);
    return { name: `The backup ${store.describe(file)}`, content: store.read(file), ...key };
  }
  return { name: `The file ${file}`, content: createReadStream(file), ...key };
}

function readIdentity(options: Options, { backupIdentity }: OfflineContext['settings']): string | undefined {
  const given = options.get('identity');
  if (given !== undefined && findPastedSecret(given) !== undefined)
    throw new UsageError('--identity is a private key, which is not shown: it must be the path of the file with it');
  return given ?? backupIdentity;
}

async function findNewest({ settings, options }: OfflineContext): Promise<BackupSource> {
  const store = openConfiguredStore(settings);
  const name = (await store.list()).at(-1)?.name;
  if (name === undefined) throw new OperatorError(`There is no backup in ${store.name}.`);
  const source = { name: `The backup ${store.describe(name)}`, content: store.read(name) };
  return { ...source, identity: readIdentity(options, settings) };
}

/** The published policy has to be right. */
function warnOfPolicy({ settings: { backupKeep }, output }: OfflineContext): void {
  const { backupDays } = publisher;
  if (backupKeep === undefined || backupDays === undefined || longestDays(backupKeep) <= backupDays) return;
  output.err(
    `Warning: BACKUP_KEEP keeps backups for ${longestDays(backupKeep)} days, and the privacy policy says ${backupDays}: change publisher.backupDays in the file of COMPANY_FILE, or BACKUP_KEEP.`,
  );
}

const withoutPortal = { about: 'on another machine: needs neither settings nor a database, and records no result' };

async function prove(context: OfflineContext, running: Parameters<typeof proveElsewhere>[1]) {
  const { options, args, open } = context;
  const [file] = args;
  if (options.hasFlag('without-portal'))
    return proveElsewhere(file === undefined ? await findNewest(context) : findSource(file, context), running);
  const settings = { ...context.settings, backupIdentity: readIdentity(options, context.settings) };
  const source = file === undefined ? undefined : findSource(file, { settings, options });
  const chosen = source && { source, name: file === '-' ? undefined : basename(file ?? '') };
  const database = await open('none');
  try {
    return await runProof({ database, settings, ...running }, chosen);
  } finally {
    await database.close();
  }
}

export const backupCommands: readonly Command[] = [
  {
    name: 'backup',
    summary: 'Write a consistent snapshot of the database and its files to one file',
    positionals: ['file?'],
    options: { json },
    notes: [
      'Without a file, to a new one in BACKUP_TO (by default the folder of DATA_DIR with -backups behind its name), where older ones',
      'are then deleted as BACKUP_KEEP says (7d,4w,0m: the newest of each of 7 days and 4 weeks). With BACKUP_RECIPIENT it is encrypted by',
      'age before it is written. A backup of either engine can be restored into the other. Sessions are not included: after a restore',
      'all users sign in again. The file contains personal data and license keys: protect it like the database. If files that rows',
      'name are missing in the storage, the backup is written without them, and the exit code is 1.',
    ],
    schema: 'any',
    async run(context) {
      const { database, settings, output, args, options } = context;
      const progress = output.progress('Backing up');
      const { made, place, deleted } = await untilInterrupted((signal) =>
        runBackup({ database, settings, onRows: progress.show, signal }, args[0]),
      ).finally(progress.clear);
      const { tables, migrations, files, missing, size } = made;
      const rows = sumRows(made);
      const result = { file: place, rows, files, missing, size, deleted, schema: migrations.at(-1)?.name };
      if (options.hasFlag('json')) output.out(JSON.stringify({ ...result, tables: rowCounts(tables) }));
      else {
        output.out(`Backed up ${rows} rows of ${tables.length} tables and ${files} files to ${place} (${size} bytes).`);
        if (deleted.length > 0) output.out(`Deleted obsolete backups: ${deleted.join(', ')}.`);
      }
      if (args[0] === undefined) warnOfPolicy(context);
      if (missing > 0) output.err(`Error: ${missing} files are missing in the storage, or damaged: run check.`);
      return missing > 0 ? 1 : 0;
    },
  },
  {
    name: 'backup verify',
    summary: 'Read a backup to its end, without a database, and say what it contains',
    positionals: ['file?'],
    options: { identity, json },
    notes: [
      'Checks the format, the number of rows of each table, the SHA-256 of every file and of the whole. Without a file, the newest',
      'backup in BACKUP_TO. "-" reads standard input.',
    ],
    async runOffline(context) {
      const { args, options, output } = context;
      const source = args[0] === undefined ? await findNewest(context) : findSource(args[0], context);
      const progress = output.progress('Verifying');
      const found = await verifyBackup(readBackup(source), progress.show).finally(progress.clear);
      const { createdAt, product = '1.0.0', engine, tables, files, missing, bytes } = found;
      const result = { createdAt, version: product, engine, rows: sumRows(found), files, bytes, missing };
      if (options.hasFlag('json')) output.out(JSON.stringify({ ...result, tables: rowCounts(tables) }));
      else {
        formatTable(tables.map(({ name, rows }) => ({ table: name, rows }))).forEach(output.out);
        output.out(`Made on ${createdAt} by version ${product} on the engine ${engine}.`);
        output.out(`${source.name} is complete: ${describeContent(found)}, which have ${bytes} bytes.`);
      }
      if (missing > 0) output.err(`Error: ${missing} files that its rows name were missing when it was made.`);
      return missing > 0 ? 1 : 0;
    },
  },
  {
    name: 'backup prove',
    summary: 'Restore a backup into a scratch database, and check that',
    positionals: ['file?'],
    options: { identity, 'without-portal': withoutPortal, json },
    notes: [
      'Without a file, the newest backup in BACKUP_TO. If that is encrypted and there is no BACKUP_IDENTITY, a new backup is made, and',
      'what is encrypted is restored at the same time. The scratch database is created beside that of the portal and dropped afterwards;',
      'BACKUP_SCRATCH_URL names another one, which is emptied. The result is in the audit log, on the desk, in check and in the metrics.',
      'With --without-portal, the scratch database is an embedded one in the folder for temporary files (TMPDIR).',
    ],
    async runOffline(context) {
      const { output, options } = context;
      const progress = output.progress('Proving');
      const { proof, place, made } = await untilInterrupted((signal) =>
        prove(context, { onRows: progress.show, signal }),
      ).finally(progress.clear);
      const { createdAt, files } = proof;
      const result = { file: place, rows: sumRows(proof), files, createdAt, isNew: made !== undefined };
      output.out(
        options.hasFlag('json')
          ? JSON.stringify(result)
          : `${made === undefined ? place : `The new backup ${place}`} was restored and checked: ${describeContent(proof)}.`,
      );
    },
  },
  {
    name: 'restore',
    summary: 'Restore a backup of either engine into an empty database',
    positionals: ['file'],
    options: {
      identity,
      'without-files': { about: 'also restore a backup that lacks files which its rows name' },
      json,
    },
    notes: [
      'The database must be empty: newly created in PostgreSQL, or a DATA_DIR that does not exist. All rows are restored and',
      'counted, and all files compared with their hashes, or no row is. A backup in BACKUP_TO may be called by its name alone. "-"',
      'reads standard input:  age --decrypt --identity backup.key portal.gz.age | rempart-azur restore -',
    ],
    schema: 'none',
    async run({ database, settings, output, args: [file = ''], options }) {
      const progress = output.progress('Restoring');
      const withoutFiles = options.hasFlag('without-files');
      const request = { database, files: openFiles(settings), onRows: progress.show, withoutFiles };
      const reader = readBackup(findSource(file, { settings, options }));
      const backup = await restore(reader, request).finally(progress.clear);
      await recordRestore(database, backup);
      const { tables, createdAt, files, missing } = backup;
      output.out(
        options.hasFlag('json')
          ? JSON.stringify({ rows: sumRows(backup), files, missing, createdAt, tables: rowCounts(tables) })
          : `Restored ${describeContent(backup)}.`,
      );
      if (missing > 0) output.err(`Warning: ${missing} files were missing when the backup was made.`);
    },
  },
];
