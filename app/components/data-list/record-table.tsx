// oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- on small screens
// CSS lays the table out as cards, which removes the native table semantics in some browsers
import { type MouseEvent, useEffect, useRef } from 'react';
import { classNames } from '#app/components/ui/class-names.ts';
import { Icon } from '#app/components/ui/icon.tsx';
import { allRecords, type ListView, orderOf, type TableColumn } from './list-view.ts';
import { rowHeight as heightOf, useRowLayout, useVirtualRows } from './use-virtual-rows.ts';

export type Sorting = { view: ListView; defaultSort: string; onSort: (column: string) => void };

const unsorted: Sorting = { view: allRecords, defaultSort: '', onSort: () => {} };

type RecordTableProps<Item> = {
  title: string;
  columns: readonly TableColumn<Item>[];
  rows: readonly Item[];
  /** How many rows there are with those that are not loaded yet, if known. */
  total: number | undefined;
  sorting?: Sorting | undefined;
  onOpen: ((item: Item) => void) | undefined;
  isOutdated: boolean;
  /** The row that the first rendering must contain. */
  firstRow?: number;
  /** Two lines of small text per row: as many as possible at once. */
  isCompact?: boolean | undefined;
};

const maxRoomyRows = 15;

/** Renders only the rows near the viewport. */
export function RecordTable<Item>(props: RecordTableProps<Item>) {
  const { title, rows, total, sorting = unsorted, onOpen, isOutdated, firstRow, isCompact = false } = props;
  const body = useRef<HTMLTableSectionElement>(null);
  const layout = useRowLayout();
  const columns = props.columns.filter((column) => !(layout === 'table' ? column.isCardOnly : column.isTableOnly));
  // A list that fits on a screen does not have to save room.
  const isFew = total !== undefined && total <= maxRoomyRows;
  // All of its rows are rendered, so that a card can be as high as what is on it.
  const isNatural = isFew && layout !== 'table';
  const rowHeight = heightOf(columns, layout, isCompact && !isFew);
  const [range, recompute] = useVirtualRows(body, rowHeight, firstRow);
  useEffect(recompute, [recompute, rows.length]);
  const first = isNatural ? 0 : Math.min(range.first, Math.max(0, rows.length - 1));
  const last = isNatural ? rows.length : Math.min(range.last, rows.length);
  const shown = rows.slice(first, last).map((item, at) => ({ item, row: first + at }));
  return (
    <table
      role="table"
      aria-label={title}
      aria-rowcount={total === undefined ? -1 : total + 1}
      aria-busy={isOutdated}
      className={classNames('records', isCompact && 'records-compact', isOutdated && 'records-outdated')}
    >
      <colgroup>
        {columns.map((column) => (
          <col key={column.label} style={{ width: `${column.widthPercent}%` }} />
        ))}
      </colgroup>
      <thead role="rowgroup">
        <tr role="row" aria-rowindex={1}>
          {columns.map((column) => (
            <ColumnHeading key={column.label} column={column} {...sorting} />
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" ref={body}>
        <Space rows={first} rowHeight={rowHeight} columns={columns.length} />
        {shown.map(({ item, row }) => (
          <RecordRow
            key={row}
            row={row}
            item={item}
            columns={columns}
            rowHeight={isNatural ? undefined : rowHeight}
            onOpen={onOpen}
          />
        ))}
        <Space rows={rows.length - last} rowHeight={rowHeight} columns={columns.length} />
      </tbody>
    </table>
  );
}

function Space({ rows, rowHeight, columns }: { rows: number; rowHeight: number; columns: number }) {
  if (rows <= 0) return null;
  return (
    <tr aria-hidden="true" className="records-spacer" style={{ height: `${rows * rowHeight}rem` }}>
      <td colSpan={columns} aria-hidden="true" />
    </tr>
  );
}

function ColumnHeading<Item>({ column, view, defaultSort, onSort }: Sorting & { column: TableColumn<Item> }) {
  const { sort, label } = column;
  const order = orderOf(view, defaultSort);
  const direction = sort === order.sort ? order.direction : undefined;
  const spoken = direction === undefined ? 'none' : direction === 'asc' ? 'ascending' : 'descending';
  const icon = direction === undefined ? 'arrow-up-down' : direction === 'asc' ? 'arrow-up' : 'arrow-down';
  return (
    <th role="columnheader" scope="col" data-money={column.isMoney} aria-sort={sort === undefined ? undefined : spoken}>
      {sort === undefined ? (
        label
      ) : (
        <button type="button" data-sorted={direction !== undefined} className="group/sort" onClick={() => onSort(sort)}>
          {label}
          <Icon name={icon} className="size-3.5" />
        </button>
      )}
    </th>
  );
}

type RecordRowProps<Item> = {
  row: number;
  item: Item;
  columns: readonly TableColumn<Item>[];
  /** Without it, as high as its cells. */
  rowHeight: number | undefined;
  onOpen: ((item: Item) => void) | undefined;
};

/** A plain click on the row or its link; not on a button or a box in it, and not the end of a text selection. */
function isOpening(event: MouseEvent<HTMLElement>): boolean {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return false;
  const target = event.target as Element;
  if (target.closest('a') !== null) return true;
  return target.closest('button, label') === null && window.getSelection()?.isCollapsed !== false;
}

function RecordRow<Item>({ row, item, columns, rowHeight, onOpen }: RecordRowProps<Item>) {
  const open = (event: MouseEvent<HTMLElement>) => {
    if (!isOpening(event)) return;
    event.preventDefault();
    onOpen?.(item);
  };
  return (
    // Keyboard users open the row with the link in it.
    <tr
      role="row"
      aria-rowindex={row + 2}
      style={rowHeight === undefined ? undefined : { height: `${rowHeight}rem` }}
      onClick={onOpen && open}
      data-opens={onOpen && ''}
    >
      {columns.map((column) => (
        <td
          key={column.label}
          role="cell"
          data-label={column.label}
          data-card-slot={column.cardSlot}
          data-name={column.isName || undefined}
          data-money={column.isMoney}
        >
          {column.cell(item)}
        </td>
      ))}
    </tr>
  );
}
