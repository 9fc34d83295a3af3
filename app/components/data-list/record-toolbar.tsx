import { type ReactNode, useId } from 'react';
import { Icon } from '#app/components/ui/icon.tsx';
import { CompactSelect } from './compact-select.tsx';
import { useListsCopy } from './lists-copy.ts';
import { statusLabel } from './columns.tsx';
import { type ListDefinition, type ListView, orderOf } from './list-view.ts';
import { SearchField } from './search-field.tsx';

type ToolbarProps = {
  definition: Omit<ListDefinition<never>, 'fetchPage'>;
  view: ListView;
  statuses: readonly string[];
  onSearch: (q: string) => void;
  onStatus: (status: string) => void;
  legend?: ReactNode;
};

export function RecordToolbar({ definition, view, statuses, onSearch, onStatus, legend }: ToolbarProps) {
  const { filter } = useListsCopy();
  return (
    <div className="flex items-center gap-x-4 gap-y-2 max-sm:flex-col max-sm:items-stretch sm:flex-wrap print:hidden">
      <SearchField
        value={view.q}
        onSearch={onSearch}
        label={definition.search}
        hint={definition.searchHint}
        className="shrink-0 sm:w-72 lg:w-80"
      />
      <div role="group" aria-label={filter} className="chip-row">
        {statuses.map((status) => (
          <button
            key={status}
            type="button"
            dir="auto"
            aria-pressed={view.statuses.includes(status)}
            onClick={() => onStatus(status)}
            className="chip"
          >
            {statusLabel(definition.statuses, status)}
          </button>
        ))}
      </div>
      {legend && <div className="sm:ms-auto sm:shrink-0">{legend}</div>}
    </div>
  );
}

type CardOrderProps = Pick<ToolbarProps, 'definition' | 'view'> & {
  onOrder: (order: Pick<ListView, 'sort' | 'direction'>) => void;
};

/** Sorting for the card layout, which has no column headings. */
export function CardOrder({ definition, view, onOrder }: CardOrderProps) {
  const copy = useListsCopy();
  const id = useId();
  const order = orderOf(view, definition.defaultSort);
  const sortable = definition.columns.filter((column) => column.sort !== undefined);
  const isDefaultShown = sortable.some((column) => column.sort === definition.defaultSort);
  const isAscending = order.direction === 'asc';
  return (
    <div className="flex w-full items-center gap-2 lg:hidden">
      <label htmlFor={id} className="shrink-0 text-sm text-muted">
        {copy.sortBy}
      </label>
      <CompactSelect
        id={id}
        value={order.sort}
        onChange={({ target }) => onOrder({ sort: target.value, direction: order.direction })}
      >
        {!isDefaultShown && <option value={definition.defaultSort}>{definition.defaultSortLabel}</option>}
        {sortable.map((column) => (
          <option key={column.sort} value={column.sort}>
            {column.label}
          </option>
        ))}
      </CompactSelect>
      <button
        type="button"
        aria-label={isAscending ? copy.ascending : copy.descending}
        onClick={() => onOrder({ sort: order.sort, direction: isAscending ? 'desc' : 'asc' })}
        className="grid size-10 shrink-0 place-items-center rounded-md border border-line-strong bg-surface"
      >
        <Icon name={isAscending ? 'arrow-up' : 'arrow-down'} className="size-4.5" />
      </button>
    </div>
  );
}
