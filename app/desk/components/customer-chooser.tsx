import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { searchable } from '#app/components/data-list/list-view.ts';
import { api } from '#app/lib/api-client.ts';
import { messageOf, useDesk } from './desk-context.ts';
import { Palette, type PaletteOption } from './palette.tsx';

type CustomerChooserProps = {
  title: string;
  /** Above the customers. */
  label: string;
  /** Not offered. */
  except?: string;
  /** Above them, while nothing is searched for. */
  first?: PaletteOption;
  onChoose: (customer: { id: string; name: string }) => void;
  onClose: () => void;
};

/** One of all customers, found by name. */
export function CustomerChooser({ title, label, except, first, onChoose, onClose }: CustomerChooserProps) {
  const { copy } = useDesk();
  const [query, setQuery] = useState('');
  const q = searchable(query).trim() || undefined;
  const { data, error, isFetching, isPlaceholderData } = useQuery({
    queryKey: ['desk', 'customer-targets', q],
    queryFn: ({ signal }) => api.desk.customers.$get({ query: { q, sort: 'name', limit: '20' } }, { signal }),
    placeholderData: keepPreviousData,
  });
  // Enter must not choose a customer that only the search before has found.
  const isStale = (name: string) =>
    isPlaceholderData && q !== undefined && !name.toLowerCase().includes(q.toLowerCase());
  const customers = (data?.items ?? [])
    .filter(({ id, name }) => id !== except && !isStale(name))
    .map(({ id, name, contact }) => ({
      id,
      icon: 'users',
      label: name,
      ...(contact !== null && { detail: contact }),
      onSelect: () => onChoose({ id, name }),
    }));
  const searching = isFetching && data === undefined ? copy.palette.searching : undefined;
  return (
    <Palette
      title={title}
      query={query}
      onQueryChange={setQuery}
      groups={[{ label, options: first !== undefined && q === undefined ? [first, ...customers] : customers }]}
      message={error === null ? searching : messageOf(error, copy)}
      onClose={onClose}
    />
  );
}
