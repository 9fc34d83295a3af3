import { recordBackup } from '#api/admin/backup/record-backup.ts';
import { restore } from '#api/admin/backup/restore.ts';
import { type Command, json } from '../command.ts';

export const restoreCommand: Command = {
  name: 'restore',
  summary: 'Fill an empty database from a backup, of either engine',
  takes: ['file'],
  options: { json },
  notes: [
    'The database must be empty: one that PostgreSQL just created, or a DATA_DIR that is not there yet. All rows are restored',
    'and counted, or none.',
  ],
  schema: 'none',
  async run({ database, output, given: [file = ''], options }) {
    const progress = output.progress('Restoring');
    const header = await restore(database, file, progress.show).finally(progress.clear);
    await recordBackup(database, 'backup.restored', header);
    const { tables, createdAt } = header;
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    const facts = { rows, createdAt, tables: Object.fromEntries(tables.map((one) => [one.name, one.rows])) };
    output.out(
      options.isOn('json')
        ? JSON.stringify(facts)
        : `Restored ${rows} rows of ${tables.length} tables, as they were at ${createdAt}.`,
    );
  },
};
