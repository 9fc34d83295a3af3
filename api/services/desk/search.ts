import type { Statement } from '#api/db/batch.ts';
import type { Database } from '#api/db/connect.ts';
import { runAsStaff } from '#api/db/staff.ts';
import type { Caller } from '#api/db/tenant.ts';
import { isStopWord } from '#api/services/lists/search-notation.ts';
import { parseSearchTerms } from '#api/services/lists/search.ts';
import type { DeskSearch } from '#contract/desk-search.ts';
import { fold } from '#contract/fold.ts';
import { readingPermissions } from '#contract/staff.ts';
import { columns, integer, nullable, text, texts } from '#api/db/columns.ts';
import { excerptOf } from './excerpt.ts';

const maxResults = 8;
const idsOf = (kind: string) => `SELECT desk_search_${kind}($1::text[], 200)`;
const customerName = '(SELECT name FROM customers AS owner WHERE owner.id = customer_id)';
const owner = { customerId: text('customer_id'), customerName: text(customerName) };
const ticket = {
  id: text('tickets.id'),
  ticketNumber: text('ticket_number'),
  shortNumber: integer('short_number'),
  subject: text('subject'),
  status: text('status'),
  ...owner,
};
const found = {
  customers: columns({ id: text('id'), name: text('name'), contact: nullable(text('contact')) }),
  tickets: columns(ticket),
  messages: columns({ ...ticket, body: text('body') }),
  people: columns({ userId: text('user_id'), name: text('people.name'), email: text('email'), ...owner }),
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
  leads: columns({
    id: text('id'),
    name: text('name'),
    company: text('company'),
    receivedAt: text('received_at'),
  }),
};

const searchText = (kind: 'customers' | 'tickets' | 'invoices' | 'contracts' | 'licenses', order: string) =>
  `SELECT ${found[kind].sql} FROM ${kind} WHERE id IN (${idsOf(kind)}) ORDER BY ${order}, id LIMIT ${maxResults}`;
const newest = 'created_at DESC';
const searches = {
  customers: searchText('customers', 'name_key'),
  // The one with the number first.
  tickets: searchText(
    'tickets',
    `($1::text[])[1] IN ('%' || short_number || '%', '%#' || short_number || '%', '%' || ticket_number || '%') DESC, NOT is_done(status) DESC, ${newest}`,
  ),
  people: `SELECT ${found.people.sql} FROM desk_search_members($1::text[], ${maxResults}) AS people`,
  invoices: searchText('invoices', newest),
  contracts: searchText('contracts', newest),
  licenses: searchText('licenses', newest),
  // Few: without an index.
  leads: `SELECT ${found.leads.sql} FROM leads WHERE verdict <> 'spam' AND search_text LIKE ALL (ARRAY(SELECT fold(pattern) FROM unnest($1::text[]) AS pattern))
    ORDER BY received_at DESC, id LIMIT ${maxResults}`,
};
// Twice as many, as tickets that are found by their own words are left out.
const messageText = `SELECT ${found.messages.sql} FROM desk_search_messages($1::text[], ${maxResults * 2}) AS found
  JOIN tickets ON tickets.id = ticket_id`;

const stem = columns({
  stems: texts(`tsvector_to_array(to_tsvector('pg_catalog.french', fold(array_to_string($1::text[], ' '))))`),
});
const stemText = `SELECT ${stem.sql}`;

const maxWords = 8;
/** Words as the database splits texts. Undefined if there are none worth a search. */
function wordsOf(q: string): string[] | undefined {
  const words = (q.match(/[\p{L}\p{M}\p{N}@._-]+/gu) ?? []).filter((word) => !isStopWord(word)).slice(0, maxWords);
  return words.join('').length < 3 ? undefined : words;
}

/** For the command palette. */
export async function searchDesk(database: Database, caller: Caller, q: string): Promise<DeskSearch> {
  const patterns = parseSearchTerms(q, false)?.patterns;
  const words = wordsOf(q);
  const statements: Statement[] =
    patterns === undefined
      ? []
      : [
          ...Object.entries(searches).map(([kind, search]) => ({
            name: `desk-search-${kind}`,
            text: search,
            values: [patterns],
          })),
          ...(words === undefined
            ? []
            : [
                { name: 'desk-search-messages', text: messageText, values: [words] },
                { name: 'desk-search-stems', text: stemText, values: [words] },
              ]),
        ];
  const [customers, tickets, people, invoices, contracts, licenses, leads, messages, stems] =
    statements.length === 0 ? [] : await runAsStaff(database, caller, { needs: readingPermissions }, ...statements);
  const foundTickets = found.tickets.all(tickets);
  const known = new Set(foundTickets.map(({ id }) => id));
  const marked = [...(stem.first(stems)?.stems ?? []), ...(words ?? []).map(fold)];
  return {
    customers: found.customers.all(customers),
    tickets: foundTickets,
    messages: found.messages
      .all(messages)
      .filter(({ id }) => !known.has(id))
      .slice(0, maxResults)
      .map(({ body, ...one }) => ({ ...one, excerpt: excerptOf(body, marked) })),
    people: found.people.all(people),
    invoices: found.invoices.all(invoices),
    contracts: found.contracts.all(contracts),
    licenses: found.licenses.all(licenses),
    leads: found.leads.all(leads),
  };
}
