import {
  type ColumnDescription,
  columnName,
  columnsOf,
  type ItemOf,
  type Kind,
  type RecordDescription,
  type SortOf,
} from '#contract/record-description.ts';
import { contracts, invoices, type ListName, licenses, payments, tickets } from '#contract/record-lists.ts';
import type { SortKey } from './cursor.ts';
import { byId, key, type RecordListDefinition } from './query.ts';

const keyTypes: Record<Kind, SortKey['type']> = {
  id: 'uuid',
  text: 'text',
  longText: 'text',
  code: 'text',
  amount: 'bigint',
  day: 'date',
  moment: 'timestamptz',
  count: 'integer',
  percent: 'integer',
  flag: 'text',
};
/** Sort keys of another type than the column they are made of. */
const otherTypes: Record<string, SortKey['type']> = { priority_key: 'integer' };

export function recordList<const Described extends RecordDescription<ListName>>(
  described: Described,
): RecordListDefinition<ItemOf<Described>, SortOf<Described>> {
  const named = columnsOf(described);
  const kinds = new Map(named.map(([name, { kind }]) => [columnName(name), kind]));
  const typeOf = (column: string) => otherTypes[column] ?? keyTypes[kinds.get(column.replace(/_key$/, '')) ?? 'text'];
  const keysOf = (name: string, sort: NonNullable<ColumnDescription['sort']>) => {
    const keys = [sort].flat().map((column) => key(column, typeOf(column)));
    return name === described.key ? keys : [...keys, byId];
  };
  const listed = named.filter(([, { isListed }]) => isListed !== false);
  const definition: RecordListDefinition<never, string> = {
    table: described.list,
    needs: { portal: described.needs, desk: described.staff },
    columns: Object.fromEntries(listed.map(([name]) => [name, columnName(name)])),
    sorts: Object.fromEntries(
      named.flatMap(([name, { sort }]) => (sort === undefined ? [] : [[name, keysOf(name, sort)]])),
    ),
    defaultSort: described.defaultSort,
    isSearchedById: described.columns['id']?.search === 'prefix',
  };
  return definition as object as RecordListDefinition<ItemOf<Described>, SortOf<Described>>;
}

export const invoiceList = recordList(invoices);
export const contractList = recordList(contracts);
export const paymentList = recordList(payments);
export const licenseList = recordList(licenses);
export const ticketList = recordList(tickets);
