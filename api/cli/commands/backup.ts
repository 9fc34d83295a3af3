import { existsSync } from 'node:fs';
import { backUp } from '#api/admin/backup/back-up.ts';
import { recordBackup } from '#api/admin/backup/record-backup.ts';
import { OperatorError } from '#api/lib/errors.ts';
import { type Command, json } from '../command.ts';

export const backupCommand: Command = {
  name: 'backup',
  summary: 'Write everything to a file, as it is at this moment',
  takes: ['file'],
  options: { json },
  notes: [
    'One format for both engines: a backup of one restores into the other. Sessions are left out: after a restore everybody',
    'signs in again. The file holds personal data and license keys: keep it as you keep the database.',
  ],
  schema: 'any',
  async run({ database, output, given: [file = ''], options }) {
    if (existsSync(file)) throw new OperatorError(`The file ${file} is there already: a backup overwrites nothing.`);
    const progress = output.progress('Backing up');
    const header = await backUp(database, file, progress.show).finally(progress.clear);
    await recordBackup(database, 'backup.made', header);
    const { tables, migrations } = header;
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    const facts = {
      file,
      rows,
      schema: migrations.at(-1)?.name,
      tables: Object.fromEntries(tables.map((one) => [one.name, one.rows])),
    };
    output.out(
      options.isOn('json') ? JSON.stringify(facts) : `Backed up ${rows} rows of ${tables.length} tables to ${file}.`,
    );
  },
};
