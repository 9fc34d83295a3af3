import { type InfiniteData, type QueryClient, useQuery } from '@tanstack/react-query';
import { type ReactNode, use, useEffect, useId, useRef, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { classNames } from '#app/components/ui/class-names.ts';
import { Icon } from '#app/components/ui/icon.tsx';
import { api } from '#app/lib/api-client.ts';
import { ListOwner, ReadOnlyContext, useCurrency, useFormats } from '#app/lib/portal-context.ts';
import { recordsKey, refetchRecordsInAllTabs } from '#app/lib/query-client.ts';
import { canFilterBy } from '#contract/limits.ts';
import type { Page } from '#contract/lists.ts';
import {
  type ListDefinition,
  type ListView,
  allRecords,
  isFiltered,
  nextOrder,
  readPage,
  readSize,
  readView,
  toggleStatus,
  viewKey,
  writeView,
} from './list-view.ts';
import { useListsCopy } from './lists-copy.ts';
import { ExportButton, exportName } from './list-actions.tsx';
import { EmptyState, LoadMore, QueryState } from './list-states.tsx';
import { ListSheet, PrintListButton } from './list-printing.tsx';
import { usePrintedRows } from './print-sheet.tsx';
import { RecordTable } from './record-table.tsx';
import { CardOrder, RecordToolbar } from './record-toolbar.tsx';
import { useRows } from './use-rows.ts';

type RecordListProps<Item> = {
  definition: ListDefinition<Item>;
  action?: ReactNode;
  /** Shown below the empty state of a customer without any record. */
  invitation?: ReactNode;
  /** Beside the filters: what the colours of a column mean. */
  legend?: ReactNode;
  /** Opens a row on click. The row must also contain a link, for the keyboard. */
  onOpen?: (item: Item) => void;
};

// The database accepts any text as a status: the number of filter chips is limited.
const maxOtherStatuses = 10;

export function RecordList<Item extends { status: string }>({
  definition,
  action,
  invitation,
  legend,
  onOpen,
}: RecordListProps<Item>) {
  const { number } = useFormats();
  const copy = useListsCopy();
  const currency = useCurrency();
  const { userId, customerName } = use(ListOwner);
  const isReadOnly = use(ReadOnlyContext);
  const [params, setParams] = useSearchParams();
  const view = readView(params, definition.sorts);
  const section = useRef<HTMLElement>(null);
  const menuId = useId();
  const key = viewKey(view, definition.defaultSort);
  const rows = useRows<Item>({
    queryKey: [...recordsKey(definition.list), key],
    fetchPage: (request, signal) => readPage(definition, view, request, signal),
  });
  const { rows: loaded = [], total = 0 } = rows;
  const size = useSize(definition, view, rows.total);
  const statuses = useStatusFilters(
    definition,
    view,
    loaded.map(({ status }) => status),
  );
  const printed = usePrintedRows(key, loaded);

  const show = (next: ListView, replace = false) => {
    setParams((current) => writeView(current, next), { replace, preventScrollReset: true });
    if ((section.current?.getBoundingClientRect().top ?? 0) < 0) section.current?.scrollIntoView();
  };
  // One history entry per search, replaced while the user types: Back undoes the search and nothing else.
  const { key: locationKey } = useLocation();
  const searched = useRef<{ key?: string; isPending: boolean }>({ isPending: false });
  useEffect(() => {
    if (searched.current.isPending) searched.current = { key: locationKey, isPending: false };
  }, [locationKey]);
  const search = (q: string) => {
    const { isPending, key: searchKey } = searched.current;
    searched.current = { isPending: true };
    show({ ...view, q }, isPending || searchKey === locationKey);
  };
  const order = ({ sort, direction }: Pick<ListView, 'sort' | 'direction'>) => {
    const isDefault = sort === definition.defaultSort && direction === 'desc';
    show({ ...view, sort: isDefault ? undefined : sort, direction: isDefault ? 'asc' : direction });
  };

  const onScreen = (
    <section
      ref={section}
      className={classNames('grid scroll-mt-32 grid-cols-1 gap-2 sm:gap-4', printed.rows && 'print:hidden')}
      aria-labelledby={`${definition.list}-title`}
    >
      <header className="flex flex-wrap items-center gap-2">
        <div className="me-auto flex flex-wrap items-baseline gap-x-3 max-sm:max-w-[calc(100%-3rem)]">
          <h2 id={`${definition.list}-title`} className="text-2xl">
            {definition.title}
          </h2>
          <p role="status" className="text-sm text-muted tabular-nums">
            {rows.rows !== undefined && size !== undefined && copy.count(number(total), number(size))}
          </p>
        </div>
        <button
          type="button"
          popoverTarget={menuId}
          aria-label={copy.options}
          title={copy.options}
          className="list-menu-button grid size-10 shrink-0 place-items-center rounded-md border border-line-strong bg-surface hover:border-azure hover:text-azure lg:hidden print:hidden"
        >
          <Icon name="ellipsis" className="size-5" />
        </button>
        {/* Beside cards in a menu, above a table in the heading. */}
        <div id={menuId} popover="auto" className="popover-menu list-menu">
          <CardOrder definition={definition} view={view} onOrder={order} />
          <PrintListButton rows={rows} total={total} onPrint={printed.print} />
          {/* An export is an audit event, which a read-only session cannot write. */}
          {!isReadOnly && (
            <ExportButton
              total={total}
              userId={userId}
              language={navigator.language}
              fileName={() => exportName(definition.fileName, customerName, new Date())}
              write={async (format, { signal, onProgress }) => {
                const { writeCsv } = await import('./csv-file.ts');
                const { columns, list } = definition;
                const pages = rows.readAll(signal);
                const { file, rows: written } = await writeCsv({ columns, pages, format, currency, onProgress });
                // For the audit log. A failure must not cost the user a complete export.
                await api.portal.exports.$post({ json: { list, rows: written } }).catch(() => {});
                return file;
              }}
            />
          )}
        </div>
        {action && <div className="list-actions">{action}</div>}
      </header>
      <RecordToolbar
        definition={definition}
        view={view}
        statuses={statuses}
        onSearch={search}
        onStatus={(status) => show(toggleStatus(view, status))}
        legend={legend}
      />
      <div className="records-frame">
        {rows.rows === undefined && <QueryState copy={definition} query={rows} />}
        {rows.rows?.length === 0 && (
          <EmptyState
            text={definition.empty}
            clear={copy.clear}
            onClear={isFiltered(view) ? () => show({ ...view, q: '', statuses: [] }) : undefined}
          >
            {!isFiltered(view) && invitation}
          </EmptyState>
        )}
        {loaded.length > 0 && (
          <RecordTable
            title={definition.title}
            columns={definition.columns}
            rows={loaded}
            total={total}
            sorting={{
              view,
              defaultSort: definition.defaultSort,
              onSort: (column) => show(nextOrder(view, column, definition.defaultSort)),
            }}
            onOpen={onOpen}
            isOutdated={rows.isOutdated}
          />
        )}
      </div>
      {rows.hasMore && <LoadMore rows={rows} copy={copy} />}
    </section>
  );
  return (
    <>
      {onScreen}
      {printed.rows && <ListSheet definition={definition} view={view} rows={printed.rows} total={total} size={size} />}
    </>
  );
}

/** The number of rows before any filter; undefined while unknown. */
function useSize<Item>(definition: ListDefinition<Item>, view: ListView, total: number | undefined) {
  const { data } = useQuery({
    queryKey: [...recordsKey(definition.list), 'size'],
    queryFn: ({ signal }) => readSize(definition, signal),
    enabled: isFiltered(view),
  });
  return isFiltered(view) ? data : total;
}

// Enough to meet the statuses of a list, in one page.
const sampleSize = 200;

/** The statuses of the newest rows, if a filter hides some of them from the start. */
function useHiddenStatuses<Item extends { status: string }>(
  definition: ListDefinition<Item>,
  view: ListView,
): string[] {
  const { data = [] } = useQuery({
    queryKey: [...recordsKey(definition.list), 'statuses'],
    queryFn: async ({ signal }) => {
      const { items } = await readPage(definition, allRecords, { limit: sampleSize }, signal);
      return [...new Set(items.map(({ status }) => status))];
    },
    enabled: isFiltered(view),
    staleTime: 5 * 60_000,
  });
  return data;
}

/** Status filters: the known ones, those in the URL, and unknown ones that occur in the list. */
function useStatusFilters<Item extends { status: string }>(
  definition: ListDefinition<Item>,
  view: ListView,
  inRows: string[],
): string[] {
  const hidden = useHiddenStatuses(definition, view);
  const [others, setOthers] = useState<string[]>([]);
  const known = Object.keys(definition.statuses);
  const found = [...new Set([...inRows, ...hidden])].filter(
    (status) => ![...known, ...others].includes(status) && canFilterBy(status),
  );
  const more = [...others, ...found].slice(0, maxOtherStatuses);
  if (more.length > others.length) setOthers(more);
  return [...new Set([...known, ...more, ...view.statuses])];
}

/** Shows a new record at the top of its list at once, then refetches what it has changed. */
export function showNewRecord<Item>(
  client: QueryClient,
  { list, defaultSort }: Pick<ListDefinition<Item>, 'list' | 'defaultSort'>,
  item: Item,
): void {
  client.setQueryData<InfiniteData<Page<Item>>>([...recordsKey(list), viewKey(allRecords, defaultSort)], (data) => {
    const [first, ...others] = data?.pages ?? [];
    if (data === undefined || first === undefined) return data;
    const total = first.total === null ? null : first.total + 1;
    return { ...data, pages: [{ ...first, items: [item, ...first.items], total }, ...others] };
  });
  refetchRecordsInAllTabs(client, list);
}
