import {
  type DataSubject,
  type Erased,
  deleteMailFiles,
  eraseCustomer,
  eraseUser,
  findCustomerSubject,
  findUserSubject,
} from '../../admin/privacy/privacy.ts';
import { exportSubject } from '../../admin/privacy/export-subject.ts';
import { customerPersonalData, userPersonalData } from '../../admin/privacy/personal-data-map.ts';
import type { PersonalData } from '#api/lib/personal-data.ts';
import { inOperatorTransaction } from '#api/db/operator-database.ts';
import { confirmOptions, nothingChanged, runIfConfirmed } from '../confirm.ts';
import { openFiles } from '#api/files/files.ts';
import { removeErasedFiles } from '../../admin/files/stored-files.ts';
import type { ClientBase } from 'pg';
import { type Command, json } from '../command.ts';

type Find = (client: ClientBase, wanted: string) => Promise<DataSubject>;
type Erase = (client: ClientBase, subject: DataSubject, now: Date) => Promise<Erased>;

type Naming = Pick<Command, 'name' | 'summary' | 'positionals'>;

const exportCommand = (naming: Naming, find: Find, tables: readonly PersonalData[]): Command => ({
  ...naming,
  options: { to: { value: 'folder', about: 'an empty folder, created if needed', isRequired: true }, json },
  notes: [
    'Each table as JSON and CSV, with a README that explains the columns. Only your user can read the folder: transfer it',
    'as securely.',
  ],
  async run({ database, settings, output, args: [wanted = ''], options }) {
    const folder = options.get('to') ?? '';
    const exported = await inOperatorTransaction(
      database,
      async (client) =>
        exportSubject(client, await find(client, wanted), tables, {
          folder,
          currency: settings.currency,
          files: openFiles(settings),
        }),
      'ISOLATION LEVEL REPEATABLE READ',
    );
    const rows = Object.values(exported.rows).reduce((sum, count) => sum + count, 0);
    output.out(options.hasFlag('json') ? JSON.stringify(exported) : `Exported ${rows} rows to ${exported.folder}.`);
  },
});

const eraseCommand = (naming: Naming, identify: string, find: Find, erase: Erase): Command => ({
  ...naming,
  options: { ...confirmOptions, json },
  notes: [
    `${identify} Sessions end at once.`,
    'Existing backups contain the data until they expire; after a restore, erase again.',
  ],
  async run(context) {
    const { database, settings, output, args, options } = context;
    const [wanted = ''] = args;
    const { isDone, result: erased } = await runIfConfirmed(context, async (client) =>
      erase(client, await find(client, wanted), new Date()),
    );
    const isDryRun = !isDone;
    // After the commit: deleted files cannot be rolled back.
    const mailFiles = await deleteMailFiles(settings.dataDir, erased.emails, isDryRun);
    const files = await inOperatorTransaction(database, (client) =>
      removeErasedFiles(client, openFiles(settings), erased.files, isDryRun),
    );
    const removed = { ...erased.removed, 'mail files': mailFiles, files };
    if (options.hasFlag('json')) output.out(JSON.stringify({ isDryRun, removed, kept: erased.retained }));
    else {
      const rows = Object.entries(removed).filter(([, count]) => count > 0);
      const what = rows.map(([name, count]) => `${name} ${count}`).join(', ');
      output.out(`${isDryRun ? 'Would be removed' : 'Removed'}: ${what || 'nothing'}.`);
      erased.retained.forEach((sentence) => output.out(`${isDryRun ? 'Would be kept' : 'Kept'}: ${sentence}`));
    }
    return isDone ? 0 : nothingChanged(context);
  },
});

export const privacyCommands: readonly Command[] = [
  exportCommand(
    { name: 'export-customer', positionals: ['customer'], summary: 'Export all data about a customer to a folder' },
    findCustomerSubject,
    customerPersonalData,
  ),
  exportCommand(
    { name: 'export-user', positionals: ['user'], summary: 'Export all data about a user to a folder' },
    findUserSubject,
    userPersonalData,
  ),
  eraseCommand(
    {
      name: 'erase-customer',
      positionals: ['customer'],
      summary: 'Erase a customer with its users and records, except what must be retained by law',
    },
    'Identify the customer by id, name, email address or that of one of its users.',
    findCustomerSubject,
    eraseCustomer,
  ),
  eraseCommand(
    { name: 'erase-user', positionals: ['user'], summary: 'Erase a user and all data about it; the customer stays' },
    'Identify the user by id or email address.',
    findUserSubject,
    eraseUser,
  ),
];
