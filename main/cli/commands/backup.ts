import { createReadStream, existsSync } from 'node:fs';
import { basename } from 'node:path';
import type { ClientBase } from 'pg';
import { type HeldJobs, countHeld, heldSentence } from '../../admin/outbound/outbound-hold.ts';
import { type BackedUpFiles, type BackupHeader, sumRows } from '../../admin/backup/backup-format.ts';
import { recordRestore } from '../../admin/backup/backup-events.ts';
import { isBackupName } from '../../admin/backup/backup-name.ts';
import { type BackupSource, readBackup } from '../../admin/backup/read-backup.ts';
import { restore } from '../../admin/backup/restore.ts';
import { longestDays } from '../../admin/backup/rotation.ts';
import { openConfiguredStore, proveElsewhere, runBackup, runProof } from '../../admin/backup/run-backup.ts';
import { readPowers, type RestoredPowers } from '../../admin/backup/restored-copy.ts';
import { type Trust, findVerificationKeys } from '../../admin/backup/signature.ts';
import { verifyBackup } from '../../admin/backup/verify-backup.ts';
import { deriveKeys, findAuthSecret } from '#api/auth/core/auth-settings.ts';
import { countLockedAuthenticators, lockedSentence } from '#api/auth/core/totp-keys.ts';
import { type Command, type OfflineContext, type Options, UsageError, json } from '../command.ts';
import { type Output, formatTable } from '../output.ts';
import { untilInterrupted } from '../interruption.ts';
import { inOperatorTransaction } from '#api/db/operator-database.ts';
import { openFiles } from '#api/files/files.ts';
import { publisher } from '#api/lib/company.ts';
import { OperatorError } from '#api/lib/errors.ts';
import { findPastedSecret } from '#api/lib/setting-checks.ts';

const rowCounts = (tables: { name: string; rows: number }[]) =>
  Object.fromEntries(tables.map(({ name, rows }) => [name, rows]));

const identity = { value: 'file', about: 'the private key of age, for an encrypted backup (BACKUP_IDENTITY)' };

const unsigned = { about: 'also accept a backup that is not signed with AUTH_SECRET: somebody may have forged it' };
const secretFile = {
  value: 'file',
  about: 'AUTH_SECRET and its former values, one per line, on a machine without the settings',
};

type Given = Pick<OfflineContext, 'settings' | 'options'>;

const readTrust = ({ settings, options }: Given, otherwise: Trust['unsigned']): Trust => ({
  keys: findVerificationKeys(settings, options.get('secret-file')),
  unsigned: options.hasFlag('unsigned') ? 'any' : otherwise,
});

/** Says why somebody may have forged a backup that was accepted. */
function warnOfDoubt(output: Output, doubt: string | undefined): void {
  if (doubt !== undefined) output.err(`Warning: ${doubt}.`);
}

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

async function prove(context: OfflineContext, running: Parameters<typeof proveElsewhere>[2]) {
  const { options, args, open } = context;
  const [file] = args;
  const trust = readTrust(context, 'older');
  if (options.hasFlag('without-portal')) {
    const given = file === undefined ? await findNewest(context) : findSource(file, context);
    return proveElsewhere(given, trust, running);
  }
  const settings = { ...context.settings, backupIdentity: readIdentity(options, context.settings) };
  const source = file === undefined ? undefined : findSource(file, { settings, options });
  const chosen = source && { source, name: file === '-' ? undefined : basename(file ?? '') };
  const database = await open('none');
  try {
    return await runProof({ database, settings, ...running }, trust, chosen);
  } finally {
    await database.close();
  }
}

const lockedOnRestore = (count: number) =>
  `${lockedSentence(count).replace(/\.$/, '')}: nothing was restored. With --without-authenticators, their users need new ones.`;

function printPowers(output: Output, { staff, accounts }: RestoredPowers): void {
  const print = (title: string, rows: Parameters<typeof formatTable>[0]) => {
    output.out('');
    output.out(title);
    if (rows.length > 0) formatTable(rows).forEach(output.out);
  };
  print(
    staff.length === 0 ? 'It has no staff.' : 'Its staff:',
    staff.map((member) => ({
      email: member.email,
      permissions: member.permissions.join(', '),
      active: member.active,
      'second factor': member.has_second_factor,
      since: member.created_at.slice(0, 10),
    })),
  );
  const unknown = 'nobody in this copy';
  print(
    accounts.length === 0 ? 'It has no bank account.' : 'Its bank accounts:',
    accounts.map((account) => ({
      iban: account.iban,
      holder: account.holder,
      state: account.state,
      'active from': account.active_from?.slice(0, 16) ?? null,
      'proposed by': account.proposed_by ?? unknown,
      'approved by': account.active_from === null ? null : (account.approved_by ?? unknown),
    })),
  );
}

function printHeld(output: Output, held: readonly HeldJobs[]): void {
  const jobs = held.reduce((sum, one) => sum + one.jobs, 0);
  output.out('');
  output.out(`${heldSentence} It holds ${jobs} ${jobs === 1 ? 'job' : 'jobs'}${jobs === 0 ? '.' : ':'}`);
  if (jobs > 0) formatTable(held.map((one) => ({ what: one.name, jobs: one.jobs }))).forEach(output.out);
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
    options: { identity, 'secret-file': secretFile, unsigned, json },
    notes: [
      'Checks the format, the number of rows of each table, the SHA-256 of every file and of the whole, and the signature, which only',
      'AUTH_SECRET or one of AUTH_SECRET_BEFORE can make. Without the secret the exit code is 1: with --unsigned, everything but the',
      'signature counts. Backups of 1.0.0 and 1.1.0 are not signed: they pass with a warning. Without a file, the newest backup in',
      'BACKUP_TO. "-" reads standard input.',
    ],
    async runOffline(context) {
      const { args, options, output } = context;
      const source = args[0] === undefined ? await findNewest(context) : findSource(args[0], context);
      const progress = output.progress('Verifying');
      const trust = readTrust(context, 'older');
      const found = await verifyBackup(readBackup(source), trust, progress.show).finally(progress.clear);
      const { createdAt, product = '1.0.0', engine, tables, files, missing, bytes, doubt } = found;
      const isSigned = doubt === undefined;
      const result = { createdAt, version: product, engine, rows: sumRows(found), files, bytes, missing, isSigned };
      if (options.hasFlag('json')) output.out(JSON.stringify({ ...result, tables: rowCounts(tables) }));
      else {
        formatTable(tables.map(({ name, rows }) => ({ table: name, rows }))).forEach(output.out);
        output.out(`Made on ${createdAt} by version ${product} on the engine ${engine}.`);
        output.out(
          `${source.name} is complete${isSigned ? ' and signed' : ''}: ${describeContent(found)}, which have ${bytes} bytes.`,
        );
      }
      warnOfDoubt(output, doubt);
      if (missing > 0) output.err(`Error: ${missing} files that its rows name were missing when it was made.`);
      return missing > 0 ? 1 : 0;
    },
  },
  {
    name: 'backup prove',
    summary: 'Restore a backup into a scratch database, and check that',
    positionals: ['file?'],
    options: { identity, 'secret-file': secretFile, unsigned, 'without-portal': withoutPortal, json },
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
      const { createdAt, files, doubt } = proof;
      const isSigned = doubt === undefined;
      const result = { file: place, rows: sumRows(proof), files, createdAt, isNew: made !== undefined, isSigned };
      output.out(
        options.hasFlag('json')
          ? JSON.stringify(result)
          : `${made === undefined ? place : `The new backup ${place}`} was restored and checked: ${describeContent(proof)}.`,
      );
      warnOfDoubt(output, doubt);
    },
  },
  {
    name: 'restore',
    summary: 'Restore a backup of either engine into an empty database',
    positionals: ['file'],
    options: {
      identity,
      unsigned,
      'without-files': { about: 'also restore a backup that lacks files which its rows name' },
      'without-authenticators': { about: 'also restore authenticators that the present secrets cannot decrypt' },
      json,
    },
    notes: [
      'The database must be empty: newly created in PostgreSQL, or a DATA_DIR that does not exist. All rows are restored and',
      'counted, and all files compared with their hashes, or no row is. A backup in BACKUP_TO may be called by its name alone. "-"',
      'reads standard input:  age --decrypt --identity backup.key portal.gz.age | rempart-azur restore -',
      'Put AUTH_SECRET and AUTH_SECRET_BEFORE back first: a backup is signed with them, and authenticators are encrypted with them.',
      'One that is not signed, such as those of 1.0.0 and 1.1.0, or whose signature is wrong, is refused: whoever could write to the',
      'place where it was kept can have added an administrator or a bank account. With --unsigned it is restored; compare the staff',
      'and bank accounts that are printed. The copy sends nothing until resume.',
    ],
    schema: 'none',
    async run({ database, settings, output, args: [file = ''], options }) {
      const progress = output.progress('Restoring');
      const secret = findAuthSecret(settings);
      const keys = secret === undefined ? { library: [] } : deriveKeys(secret, settings.secretsBefore);
      const request = {
        database,
        files: openFiles(settings),
        trust: readTrust({ settings, options }, 'refused'),
        onRows: progress.show,
        withoutFiles: options.hasFlag('without-files'),
        beforeCommit: async (client: ClientBase) => {
          if (options.hasFlag('without-authenticators')) return;
          const locked = await countLockedAuthenticators(client, keys);
          if (locked > 0) throw new OperatorError(lockedOnRestore(locked));
        },
      };
      const reader = readBackup(findSource(file, { settings, options }));
      const backup = await restore(reader, request).finally(progress.clear);
      await recordRestore(database, backup);
      const { tables, createdAt, files, missing, doubt } = backup;
      const powers = await inOperatorTransaction(database, readPowers);
      const held = await inOperatorTransaction(database, countHeld);
      if (options.hasFlag('json')) {
        const result = { rows: sumRows(backup), files, missing, createdAt, isSigned: doubt === undefined };
        output.out(JSON.stringify({ ...result, tables: rowCounts(tables), ...powers, held }));
      } else {
        output.out(`Restored ${describeContent(backup)}.`);
        printPowers(output, powers);
        printHeld(output, held);
      }
      if (missing > 0) output.err(`Warning: ${missing} files were missing when the backup was made.`);
      if (doubt !== undefined)
        output.err(`Warning: ${doubt}. Compare its staff and bank accounts with those that you know.`);
    },
  },
];
