import { eraseCustomer, eraseUser, type Erased } from '#api/admin/privacy/erase.ts';
import { exportSubject } from '#api/admin/privacy/export-subject.ts';
import { type Holding, holdingsOfCustomer, holdingsOfUser } from '#api/admin/privacy/personal-data-map.ts';
import { removeMailFilesTo } from '#api/admin/privacy/mail-files.ts';
import { customerSubject, type Subject, userSubject } from '#api/admin/privacy/data-subject.ts';
import { inOperatorTransaction } from '#api/admin/operator-transaction.ts';
import { Rollback } from '#api/db/transaction.ts';
import type { ClientBase } from 'pg';
import { type Command, json } from '../command.ts';

type Find = (client: ClientBase, wanted: string) => Promise<Subject>;
type Erase = (client: ClientBase, subject: Subject, now: Date) => Promise<Erased>;

const exporting = (
  whose: { name: string; takes: string; summary: string },
  find: Find,
  holdings: readonly Holding[],
): Command => ({
  name: whose.name,
  summary: whose.summary,
  takes: [whose.takes],
  options: { to: { value: 'folder', about: 'an empty folder, or one that is made', isRequired: true }, json },
  notes: [
    'Each kind of record as JSON and as CSV, and a README that says what the columns mean. The folder is yours alone to read:',
    'hand it over by a way that is as safe.',
  ],
  async run({ database, settings: { currency }, output, given: [wanted = ''], options }) {
    const folder = options.text('to') ?? '';
    const exported = await inOperatorTransaction(
      database,
      async (client) => exportSubject(client, await find(client, wanted), holdings, { folder, currency }),
      'ISOLATION LEVEL REPEATABLE READ',
    );
    const rows = Object.values(exported.rows).reduce((sum, count) => sum + count, 0);
    output.out(options.isOn('json') ? JSON.stringify(exported) : `Exported ${rows} rows to ${exported.folder}.`);
  },
});

const erasing = (
  whose: { name: string; takes: string; summary: string; notes: string[] },
  find: Find,
  erase: Erase,
): Command => ({
  name: whose.name,
  summary: whose.summary,
  takes: [whose.takes],
  options: { 'dry-run': { about: 'say what would go and what would stay, and change nothing' }, json },
  notes: [
    ...whose.notes,
    'Backups that were made before hold the data until they expire; after a restore, erase again.',
  ],
  async run({ database, settings: { dataDir }, output, given: [wanted = ''], options }) {
    const isDryRun = options.isOn('dry-run');
    const erased = await inOperatorTransaction(database, async (client) => {
      const done = await erase(client, await find(client, wanted), new Date());
      return isDryRun ? new Rollback(done) : done;
    });
    // After the commit: files cannot be brought back.
    const files = await removeMailFilesTo(dataDir, erased.addresses, isDryRun);
    const removed = { ...erased.removed, 'mail files': files };
    if (options.isOn('json')) {
      output.out(JSON.stringify({ isDryRun, removed, kept: erased.kept }));
      return;
    }
    const rows = Object.entries(removed).filter(([, count]) => count > 0);
    const what = rows.map(([name, count]) => `${name} ${count}`).join(', ');
    output.out(`${isDryRun ? 'Would be removed' : 'Removed'}: ${what || 'nothing'}.`);
    erased.kept.forEach((sentence) => output.out(`${isDryRun ? 'Would be kept' : 'Kept'}: ${sentence}`));
    if (isDryRun) output.out('This was a dry run: nothing was changed.');
  },
});

export const exportCustomerCommand = exporting(
  { name: 'export-customer', takes: 'customer', summary: 'Write everything we hold about a customer to a folder' },
  customerSubject,
  holdingsOfCustomer,
);

export const exportUserCommand = exporting(
  { name: 'export-user', takes: 'user', summary: 'Write everything we hold about one login to a folder' },
  userSubject,
  holdingsOfUser,
);

export const eraseCustomerCommand = erasing(
  {
    name: 'erase-customer',
    takes: 'customer',
    summary: 'Remove a customer with its logins and records, but for what the law obliges us to keep',
    notes: ['A customer is named by its id, its name, its address or that of one of its logins. Sessions end at once.'],
  },
  customerSubject,
  eraseCustomer,
);

export const eraseUserCommand = erasing(
  {
    name: 'erase-user',
    takes: 'user',
    summary: 'Remove one login and all that is about it; its customer stays',
    notes: ['A user is named by id or address. Sessions end at once.'],
  },
  userSubject,
  eraseUser,
);
