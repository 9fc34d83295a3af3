import {
  type ColumnDescription,
  columnName,
  columnsOf,
  type DeskItemOf,
  type ItemOf,
  type Kind,
  type RecordDescription,
  type SortOf,
} from '#contract/record-description.ts';
import { invoicesWithoutRisk } from '#contract/portal-invoices.ts';
import { contracts, invoices, type ListName, licenses, payments, tickets } from '#contract/record-lists.ts';
import type { ListedTicket } from '#contract/tickets.ts';
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

/** The list of the portal. */
export const recordList = <const Described extends RecordDescription<ListName>>(described: Described) =>
  define<Described, ItemOf<Described>>(described, ({ isListed }) => isListed === undefined);

/** The same list at the desk, with what only staff see. */
export const deskRecordList = <const Described extends RecordDescription<ListName>>(described: Described) =>
  define<Described, DeskItemOf<Described>>(described, ({ isListed }) => isListed !== false);

function define<const Described extends RecordDescription<ListName>, Item>(
  described: Described,
  isSent: (column: ColumnDescription) => boolean,
): RecordListDefinition<Item, SortOf<Described>> {
  const named = columnsOf(described);
  const kinds = new Map(named.map(([name, { kind }]) => [columnName(name), kind]));
  const typeOf = (column: string) => otherTypes[column] ?? keyTypes[kinds.get(column.replace(/_key$/, '')) ?? 'text'];
  const keysOf = (name: string, sort: NonNullable<ColumnDescription['sort']>) => {
    const keys = [sort].flat().map((column) => key(column, typeOf(column)));
    return name === described.key ? keys : [...keys, byId];
  };
  const listed = named.filter(([, column]) => isSent(column));
  const definition: RecordListDefinition<never, string> = {
    table: described.list,
    needs: { portal: described.needs, desk: described.staff },
    columns: Object.fromEntries(listed.map(([name, column]) => [name, column.read ?? columnName(name)])),
    sorts: Object.fromEntries(
      named.flatMap(([name, { sort }]) => (sort === undefined ? [] : [[name, keysOf(name, sort)]])),
    ),
    defaultSort: described.defaultSort,
    isSearchedById: described.columns['id']?.search === 'prefix',
  };
  return definition as object as RecordListDefinition<Item, SortOf<Described>>;
}

export const invoiceList = recordList(invoices);
export const invoiceListWithoutRisk = recordList(invoicesWithoutRisk);
export const contractList = recordList(contracts);
export const deskContractList = deskRecordList(contracts);
export const paymentList = recordList(payments);
export const licenseList = recordList(licenses);
export const ticketList = recordList(tickets);

/** With what the reader has not seen. The columns have no qualifier: a search reads them from a part of the table. */
export const portalTicketList: RecordListDefinition<ListedTicket, SortOf<typeof tickets>> = {
  ...ticketList,
  columns: {
    ...ticketList.columns,
    requesterName: 'ticket_person_name(coalesce(requester_id, author_id))',
    isForYou: 'coalesce(requester_id, author_id) IS NOT DISTINCT FROM (SELECT app_user_id())',
    lastActivityAt: 'coalesce(last_public_at, created_at)',
    isUnread: `CASE WHEN last_public_at IS NULL THEN false
      ELSE has_unread_reply(id, (SELECT app_user_id()), author_id, requester_id) END`,
  },
};
