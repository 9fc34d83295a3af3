import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { searchable } from '#app/components/data-list/list-view.ts';
import { api } from '#app/lib/api-client.ts';
import { invoiceName } from '#app/lib/formats.ts';
import { useFormats } from '#app/lib/portal-context.ts';
import type { DeskSearch } from '#contract/desk.ts';
import { type RecordList, readingPermissions } from '#contract/staff.ts';
import { DeskStatus } from '#app/desk/components/desk-status.tsx';
import { canDo, customerPath, messageOf, ticketPath, useDesk } from '#app/desk/components/desk-context.ts';
import { matching, Palette, type PaletteGroup, type PaletteOption } from '#app/desk/components/palette.tsx';

/** What the search has found, as options that open it. */
function useFoundGroups(found: DeskSearch | undefined): PaletteGroup[] {
  const { copy, me, currency } = useDesk();
  const formats = useFormats();
  const navigate = useNavigate();
  if (found === undefined) return [];
  const { palette } = copy;
  const go = (path: string) => () => void navigate(path);
  const ticket = (one: DeskSearch['tickets'][number], detail: string) => ({
    icon: 'life-buoy',
    label: one.subject,
    detail,
    aside: <DeskStatus of="tickets" value={one.status} />,
    onSelect: go(ticketPath(one.id)),
  });
  const record = (
    list: RecordList,
    one: { id: string; customerId: string; customerName: string; status: string },
    { label, q, icon }: { label: string; q: string; icon: string },
  ) => ({
    id: `${list}-${one.id}`,
    icon,
    label,
    detail: one.customerName,
    aside: <DeskStatus of={list} value={one.status} />,
    onSelect: go(`${customerPath(one.customerId, list)}&q=${encodeURIComponent(q)}`),
  });
  return [
    {
      label: palette.customers,
      options: found.customers.map(({ id, name, contact }) => ({
        id: `customer-${id}`,
        icon: 'users',
        label: name,
        ...(contact === null ? {} : { detail: contact }),
        onSelect: go(customerPath(id)),
      })),
    },
    {
      label: palette.people,
      options: found.people.map(({ userId, email, customerId, customerName }) => ({
        id: `person-${userId}-${customerId}`,
        icon: 'users',
        label: email,
        detail: customerName,
        onSelect: go(canDo(me, 'accounts') ? customerPath(customerId, 'people') : customerPath(customerId)),
      })),
    },
    {
      label: palette.tickets,
      options: found.tickets.map((one) => ({
        id: `ticket-${one.id}`,
        ...ticket(one, `${one.ticketNumber} · ${one.customerName}`),
      })),
    },
    {
      label: palette.messages,
      options: found.messages.map((one) => ({ id: `message-${one.id}`, ...ticket(one, one.excerpt) })),
    },
    {
      label: palette.invoices,
      options: found.invoices.map((one) =>
        record('invoices', one, {
          icon: 'receipt-text',
          label: `${invoiceName(one)} · ${formats.amount(one.amount, currency)}`,
          q: invoiceName(one),
        }),
      ),
    },
    {
      label: palette.contracts,
      options: found.contracts.map((one) =>
        record('contracts', one, {
          icon: 'file-text',
          label: `${one.contractNumber} · ${one.title}`,
          q: one.contractNumber,
        }),
      ),
    },
    {
      label: palette.licenses,
      options: found.licenses.map((one) =>
        record('licenses', one, { icon: 'key', label: `${one.productName} · ${one.licenseKey}`, q: one.licenseKey }),
      ),
    },
  ];
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
