import type { Statement } from '#api/db/batch.ts';
import type { Database } from '#api/db/connect.ts';
import { runAsStaff } from '#api/db/staff.ts';
import type { Caller } from '#api/db/tenant.ts';
import { parseSearchTerms } from '#api/services/lists/search.ts';
import type { DeskSearch } from '#contract/desk.ts';
import { readingPermissions } from '#contract/staff.ts';
import { columns, nullable, text } from '#api/db/columns.ts';

const maxResults = 8;
const idsOf = (kind: string) => `SELECT desk_search_${kind}($1::text[], 200)`;
const customerName = '(SELECT name FROM customers AS owner WHERE owner.id = customer_id)';
const owner = { customerId: text('customer_id'), customerName: text(customerName) };
const ticket = {
  id: text('tickets.id'),
  ticketNumber: text('ticket_number'),
  subject: text('subject'),
  status: text('status'),
  ...owner,
};
const found = {
  customers: columns({ id: text('id'), name: text('name'), contact: nullable(text('contact')) }),
  tickets: columns(ticket),
  messages: columns({ ...ticket, excerpt: text('excerpt') }),
  people: columns({ userId: text('user_id'), email: text('email'), ...owner }),
  invoices: columns({
    id: text('id'),
    number: nullable(text('number')),
    amount: text('amount'),
    status: text('status'),
    ...owner,
  }),
  contracts: columns({
    id: text('id'),
    contractNumber: text('contract_number'),
    title: text('title'),
    status: text('status'),
    ...owner,
  }),
  licenses: columns({
    id: text('id'),
    productName: text('product_name'),
    licenseKey: text('license_key'),
    status: text('status'),
    ...owner,
  }),
};

const searchText = (kind: 'customers' | 'tickets' | 'invoices' | 'contracts' | 'licenses', order: string) =>
  `SELECT ${found[kind].sql} FROM ${kind} WHERE id IN (${idsOf(kind)}) ORDER BY ${order}, id LIMIT ${maxResults}`;
const newest = 'created_at DESC';
const searches = {
  customers: searchText('customers', 'name_key'),
  tickets: searchText('tickets', `NOT is_done(status) DESC, ${newest}`),
  people: `SELECT ${found.people.sql} FROM desk_search_members($1::text[], ${maxResults})`,
  invoices: searchText('invoices', newest),
  contracts: searchText('contracts', newest),
  licenses: searchText('licenses', newest),
};
// Twice as many, as tickets that are found by their own words are left out.
const messageText = `SELECT ${found.messages.sql} FROM desk_search_messages($1, ${maxResults * 2}) AS found
  JOIN tickets ON tickets.id = ticket_id`;

/** All words, the last one also as the beginning of a word. Undefined if there are none. */
export function wordsQuery(q: string): string | undefined {
  const words = q
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu)
    ?.slice(0, 6);
  if (words === undefined || words.join('').length < 3) return undefined;
  return words.map((word, at) => (at === words.length - 1 ? `${word}:*` : word)).join(' & ');
}

/** For the command palette. */
export async function searchDesk(database: Database, caller: Caller, q: string): Promise<DeskSearch> {
  const patterns = parseSearchTerms(q, false)?.patterns;
  const words = wordsQuery(q);
  const statements: Statement[] =
    patterns === undefined
      ? []
      : [
          ...Object.entries(searches).map(([kind, search]) => ({
            name: `desk-search-${kind}`,
            text: search,
            values: [patterns],
          })),
          ...(words === undefined ? [] : [{ name: 'desk-search-messages', text: messageText, values: [words] }]),
        ];
  const [customers, tickets, people, invoices, contracts, licenses, messages] =
    statements.length === 0 ? [] : await runAsStaff(database, caller, { needs: readingPermissions }, ...statements);
  const foundTickets = found.tickets.all(tickets);
  const known = new Set(foundTickets.map(({ id }) => id));
  return {
    customers: found.customers.all(customers),
    tickets: foundTickets,
    messages: found.messages
      .all(messages)
      .filter(({ id }) => !known.has(id))
      .slice(0, maxResults),
    people: found.people.all(people),
    invoices: found.invoices.all(invoices),
    contracts: found.contracts.all(contracts),
    licenses: found.licenses.all(licenses),
  };
}
