import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf, useDesk } from '#app/desk/components/desk-context.ts';
import { matching, Palette } from '#app/desk/components/palette.tsx';
import { api } from '#app/lib/api-client.ts';
import { maxTagLength } from '#contract/limits.ts';

/** The tags that tickets have. */
export const tagsQuery = queryOptions({
  queryKey: ['desk', 'tags'],
  queryFn: ({ signal }) => api.desk.tags.$get({}, { signal }),
});

type TagChooserProps = {
  ticket: { ticketNumber: string; tags: string[] };
  onChoose: (change: { addTags: string[] } | { removeTags: string[] }) => void;
  onClose: () => void;
};

/** Adds the chosen tag, or removes it if the ticket has it. A name that does not exist can be added. */
export function TagChooser({ ticket: { ticketNumber, tags }, onChoose, onClose }: TagChooserProps) {
  const { copy } = useDesk();
  const [query, setQuery] = useState('');
  const { data, error } = useQuery(tagsQuery);
  const option = (name: string) => ({
    id: name,
    label: name,
    isCurrent: tags.includes(name),
    onSelect: () => onChoose(tags.includes(name) ? { removeTags: [name] } : { addTags: [name] }),
  });
  const others = (data?.tags ?? []).filter((name) => !tags.includes(name));
  const typed = query.trim().slice(0, maxTagLength);
  const isNew =
    typed !== '' && !matching([...tags, ...others].map(option), typed).some(({ label }) => isSameName(label, typed));
  const groups = [
    { label: copy.ticket.ownTags, options: matching(tags.map(option), query) },
    { label: copy.ticket.otherTags, options: matching(others.map(option), query) },
    {
      label: copy.ticket.newTag,
      options: isNew ? [{ ...option(typed), id: 'new', label: copy.ticket.addTag(typed) }] : [],
      areActions: true,
    },
  ];
  return (
    <Palette
      title={copy.ticket.chooseTags(ticketNumber)}
      placeholder={copy.ticket.tagsPlaceholder}
      query={query}
      onQueryChange={setQuery}
      groups={groups}
      message={error === null ? undefined : messageOf(error, copy)}
      onClose={onClose}
    />
  );
}

const collator = new Intl.Collator('fr', { sensitivity: 'base' });
const isSameName = (one: string, other: string) => collator.compare(one, other) === 0;
