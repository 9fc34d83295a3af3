import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { searchable } from '#app/components/data-list/list-view.ts';
import { api } from '#app/lib/api-client.ts';
import { invoiceName } from '#app/lib/formats.ts';
import { useFormats } from '#app/lib/portal-context.ts';
import type { DeskSearch } from '#contract/desk-search.ts';
import { readingPermissions } from '#contract/staff.ts';
import { DeskStatus } from '#app/desk/components/desk-status.tsx';
import {
  canDo,
  customerPath,
  leadPath,
  messageOf,
  recordPath,
  ticketPath,
  useDesk,
} from '#app/desk/components/desk-context.ts';
import { matching, Palette, type PaletteGroup, type PaletteOption } from '#app/desk/components/palette.tsx';

/** The words that were found stand out. */
const Excerpt = ({ of }: { of: DeskSearch['messages'][number]['excerpt'] }) =>
  of.map(({ text, isMatch }, at) =>
    // oxlint-disable-next-line react/no-array-index-key -- parts of one line, which never move
    isMatch ? <mark key={at}>{text}</mark> : <Fragment key={at}>{text}</Fragment>,
  );

/** What the search has found, as options that open it. */
function useFoundGroups(found: DeskSearch | undefined): PaletteGroup[] {
  const { copy, me, currency } = useDesk();
  const formats = useFormats();
  const navigate = useNavigate();
  if (found === undefined) return [];
  const { palette } = copy;
  const go = (path: string) => () => void navigate(path);
  const ticket = (kind: string, one: DeskSearch['tickets'][number], detail: ReactNode) => ({
    id: `${kind}-${one.id}`,
    icon: 'life-buoy',
    label: one.subject,
    detail,
    aside: <DeskStatus of="tickets" value={one.status} />,
    onSelect: go(ticketPath(one.id)),
  });
  type Found = { id: string; customerId: string; customerName: string; status: string };
  const record = (
    list: 'invoices' | 'contracts' | 'licenses',
    icon: string,
    one: Found,
    name: string,
    more: string,
  ) => ({
    id: `${list}-${one.id}`,
    icon,
    label: list === 'licenses' ? `${more} · ${name}` : `${name} · ${more}`,
    detail: one.customerName,
    aside: <DeskStatus of={list} value={one.status} />,
    onSelect: go(recordPath(list, one.id)),
  });
  const options: [label: string, options: PaletteOption[]][] = [
    [
      palette.customers,
      found.customers.map(({ id, name, contact }) => ({
        id: `customer-${id}`,
        icon: 'users',
        label: name,
        ...(contact === null ? {} : { detail: contact }),
        onSelect: go(customerPath(id)),
      })),
    ],
    [
      palette.people,
      found.people.map(({ userId, name, email, customerId, customerName }) => ({
        id: `person-${userId}-${customerId}`,
        icon: 'users',
        label: name === '' || name === email ? email : `${name} · ${email}`,
        detail: customerName,
        onSelect: go(customerPath(customerId, canDo(me, 'accounts') ? 'people' : undefined)),
      })),
    ],
    [
      palette.tickets,
      found.tickets.map((one) =>
        ticket('ticket', one, `#${one.shortNumber} · ${one.ticketNumber} · ${one.customerName}`),
      ),
    ],
    [palette.messages, found.messages.map((one) => ticket('message', one, <Excerpt of={one.excerpt} />))],
    [
      palette.invoices,
      found.invoices.map((one) =>
        record('invoices', 'receipt-text', one, invoiceName(one), formats.amount(one.amount, currency)),
      ),
    ],
    [
      palette.contracts,
      found.contracts.map((one) => record('contracts', 'file-text', one, one.contractNumber, one.title)),
    ],
    [
      palette.leads,
      (me.hasLeads ? found.leads : []).map(({ id, name, company, receivedAt }) => ({
        id: `lead-${id}`,
        icon: 'quote',
        label: name,
        detail: `${company} · ${formats.moment(receivedAt)}`,
        onSelect: go(leadPath(id)),
      })),
    ],
    [palette.licenses, found.licenses.map((one) => record('licenses', 'key', one, one.licenseKey, one.productName))],
  ];
  return options.map(([label, group]) => ({ label, options: group }));
}

const minCommandLength = 5;
const debounceMs = 150;
function useDebounced(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), debounceMs);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

/** Over all that the desk knows, and commands. */
export function CommandPalette({ commands, onClose }: { commands: PaletteOption[]; onClose: () => void }) {
  const { copy, me } = useDesk();
  const [query, setQuery] = useState('');
  const q = searchable(useDebounced(query)).trim();
  const mayRead = canDo(me, ...readingPermissions);
  const { data, error, isFetching } = useQuery({
    queryKey: ['desk', 'search', q],
    queryFn: ({ signal }) => api.desk.search.$get({ query: { q } }, { signal }),
    enabled: q !== '' && mayRead,
    placeholderData: keepPreviousData,
  });
  const found = useFoundGroups(q === '' ? undefined : data);
  const actions = { label: copy.palette.commands, options: matching(commands, query) };
  // A command that was typed is what Enter runs: words of messages are found later, and would take its place.
  const isTyped = query.trim().length >= minCommandLength && actions.options.length > 0;
  const groups = isTyped ? [actions, ...found] : [...found, actions];
  return (
    <Palette
      title={copy.palette.title}
      placeholder={copy.palette.placeholder}
      hint={copy.palette.hint}
      query={query}
      onQueryChange={setQuery}
      groups={groups}
      message={
        error !== null
          ? messageOf(error, copy)
          : isFetching && (q === '' || data === undefined)
            ? copy.palette.searching
            : undefined
      }
      onClose={onClose}
    />
  );
}
