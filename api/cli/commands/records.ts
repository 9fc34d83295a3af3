import { userInfo } from 'node:os';
import { deleteRecord } from '#api/admin/delete-record.ts';
import { BadValue, text } from '#api/admin/import/fields.ts';
import { recordKinds } from '#api/admin/import/record-kinds.ts';
import { inOperatorTransaction } from '#api/admin/operator-transaction.ts';
import { type Command, json, UsageError } from '../command.ts';
import { plainText, table } from '../output.ts';

const kinds = [...recordKinds.keys()];

export const deleteRecordCommand: Command = {
  name: 'records delete',
  summary: 'Delete one record that was imported by mistake',
  takes: [kinds.join('|'), 'id|number'],
  options: {
    reason: { value: 'text', about: 'why, for the audit log: no names', isRequired: true },
    customer: { value: 'customer', about: 'whose record, by name or id, where two customers have one of that number' },
    yes: { about: 'delete it; without this, the record is shown and nothing is changed' },
    json,
  },
  notes: [
    'A record is named by its id, or by what the books call it: the number of an invoice or contract, the reference of a',
    'payment, the key of a license. It cannot be brought back but from a backup, or by importing it again. An invoice that was',
    'issued and cancelled stays in the books: import it again with the status void, which the portal shows as it is.',
  ],
  async run({ database, output, given: [name = '', wanted = ''], options }) {
    const kind = recordKinds.get(name);
    if (kind === undefined) throw new UsageError(`"${name}" is not a kind of record, only ${kinds.join(', ')}`);
    const isSure = options.isOn('yes');
    const reason = readReason(options.text('reason') ?? '');
    const deletion = { kind, wanted: wanted.trim(), customer: options.text('customer'), reason, by: osUser(), isSure };
    const { id, customer, record } = await inOperatorTransaction(database, (client) => deleteRecord(client, deletion));
    if (options.isOn('json')) output.out(JSON.stringify({ isDeleted: isSure, customer, record }));
    else {
      const rows = Object.entries({ customer, ...record }).map(([field, value]) => ({ field, value }));
      table(rows).slice(1).forEach(output.out);
      if (isSure) output.out(`Deleted from ${kind.table}; the audit log keeps the reason (${kind.table}:${id}).`);
    }
    if (isSure) return 0;
    output.err('Nothing was deleted: say --yes if this is the record.');
    return 1;
  },
};

function readReason(given: string): string {
  try {
    return plainText(text(500)(given.trim()));
  } catch (error) {
    throw error instanceof BadValue ? new UsageError(`--reason ${error.message}`) : error;
  }
}

/** Who runs the command, as the system knows them. */
function osUser(): string {
  try {
    return userInfo().username;
  } catch {
    // A container may run under a number without a name.
    return String(process.getuid?.() ?? 'unknown');
  }
}
