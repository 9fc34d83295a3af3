import { type ReactNode, useState } from 'react';
import { useSearchParams } from 'react-router';
import { describeView } from '#app/components/data-list/list-printing.tsx';
import {
  type Column,
  type CsvColumn,
  isFiltered,
  nextOrder,
  readView,
  type TableColumn,
  toQuery,
  viewKey,
  writeView,
} from '#app/components/data-list/list-view.ts';
import { useRows } from '#app/components/data-list/use-rows.ts';
import type { DeskCopy } from '#content/desk/fr/desk.ts';
import type { ListQuery, Page } from '#contract/lists.ts';
import { type RecordDescription, sortsOf } from '#contract/record-description.ts';
import type { ListName } from '#contract/record-lists.ts';
import { voidStatus } from '#contract/staff.ts';
import { canDo, useDesk } from '#app/desk/components/desk-context.ts';
import { FilterSelect, FilterSearch, useUrlFilters } from '#app/desk/components/desk-filters.tsx';
import { DeskList } from '#app/desk/components/desk-list.tsx';
import { ListActions } from '#app/desk/components/list-actions.tsx';
import { RowAction } from '#app/desk/components/desk-parts.tsx';
import { useFormats } from '#app/lib/portal-context.ts';
import { codeLabel } from './record-columns.tsx';
import { type Correctable, type CustomerProps, RecordDialog, type RecordItem } from './record-dialogs.tsx';

type CustomerQuery = ListQuery & { customerId: string };

type OpenDialog<Item> = { kind: 'correct' | 'void'; item: Item };

interface RecordsProps<Item> extends CustomerProps {
  described: RecordDescription<ListName>;
  /** A method, not a property: `sort` is narrower in each list, and `readView` lets only its `sorts` through. */
  fetchPage(input: { query: CustomerQuery }, options: { signal: AbortSignal }): Promise<Page<Item>>;
  columns: Column<Item>[];
  /** Only in exported files. */
  exportedToo?: readonly CsvColumn<Item>[];
  correctable?: Correctable<Item>;
  onOpen?: (item: Item) => void;
  /** Beside the export. */
  action?: ReactNode;
}

export function Records<Item extends RecordItem>(props: RecordsProps<Item>) {
  const { customerId, described, correctable, onOpen } = props;
  const { copy, me } = useDesk();
  const formats = useFormats();
  const { list, defaultSort } = described;
  const statuses = copy.statuses[list];
  const labels = copy.records[list];
  const [params, setParams] = useSearchParams();
  const { set } = useUrlFilters();
  const view = readView(params, sortsOf(described));
  const [open, setOpen] = useState<OpenDialog<Item>>();
  const rows = useRows({
    queryKey: [
      'desk',
      list === 'tickets' ? 'customer-tickets' : 'records',
      list,
      customerId,
      viewKey(view, defaultSort),
    ],
    fetchPage: (request, signal) =>
      props.fetchPage({ query: { ...toQuery(view, defaultSort, request), customerId } }, { signal }),
  });
  const columns =
    correctable !== undefined && canDo(me, 'records')
      ? [...props.columns, actionsColumn(copy, correctable, setOpen)]
      : props.columns;
  return (
    <section className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="flex flex-wrap items-baseline gap-x-3">
          <h2 className="text-xl">{labels.title}</h2>
          <p role="status" className="text-sm text-muted tabular-nums">
            {rows.total !== undefined && formats.plural(rows.total, labels.count)}
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-2">
          {props.action}
          <ListActions
            list={list}
            title={labels.title}
            count={labels.count}
            filters={describeView(
              copy.lists.printed,
              formats,
              { columns: props.columns, defaultSort, statusLabel: (status) => codeLabel(copy, list, 'status', status) },
              view,
            )}
            columns={props.columns}
            {...(props.exportedToo && { exportedToo: props.exportedToo })}
            rows={rows}
            customerId={customerId}
          />
        </div>
      </div>
      <div className="desk-filters">
        <FilterSearch label={labels.search} hint={labels.hint} />
        <FilterSelect
          label={copy.queue.filters.status}
          any={copy.queue.filters.any}
          name="status"
          options={Object.entries(statuses)}
        />
      </div>
      <DeskList
        title={labels.title}
        columns={columns}
        rows={rows}
        empty={labels.empty}
        onClear={isFiltered(view) ? () => set({ q: undefined, status: undefined }) : undefined}
        {...(onOpen && { onOpen })}
        sorting={{
          view,
          defaultSort,
          onSort: (column) =>
            setParams((current) => writeView(current, nextOrder(view, column, defaultSort)), {
              replace: true,
              preventScrollReset: true,
            }),
        }}
      />
      {correctable && open && (
        <RecordDialog
          {...open}
          customerId={customerId}
          correctable={correctable}
          statuses={statuses}
          onClose={() => setOpen(undefined)}
        />
      )}
    </section>
  );
}

const actionsColumn = <Item extends RecordItem>(
  { records }: DeskCopy,
  { name }: Correctable<Item>,
  onOpen: (open: OpenDialog<Item>) => void,
): TableColumn<Item> => ({
  label: records.actions,
  widthPercent: 14,
  cardSlot: 'wide',
  cell: (item) =>
    item.status !== voidStatus && (
      <span className="-mx-2 flex">
        <RowAction of={name(item)} onClick={() => onOpen({ kind: 'correct', item })}>
          {records.correct}
        </RowAction>
        <RowAction of={name(item)} onClick={() => onOpen({ kind: 'void', item })}>
          {records.void}
        </RowAction>
      </span>
    ),
});
