import { use, useState } from 'react';
import { dayOf, type Formats } from '#app/lib/formats.ts';
import { ListOwner, useFormats } from '#app/lib/portal-context.ts';
import type { ListsCopy } from '#content/portal/en/lists.ts';
import { statusLabel } from './columns.tsx';
import { type Progress, ProgressButton } from './list-actions.tsx';
import { type ListDefinition, type ListView, isFiltered, orderOf, type TableColumn } from './list-view.ts';
import { useListsCopy } from './lists-copy.ts';
import { maxPrintedRows, PrintSheet } from './print-sheet.tsx';
import type { Rows } from './use-rows.ts';

type PrintButtonProps<Item> = {
  rows: Pick<Rows<Item>, 'rows' | 'hasMore' | 'readAll'>;
  total: number | undefined;
  onPrint: (rows: readonly Item[]) => void;
};

/** Prints the whole list, including rows that are not loaded yet. */
export function PrintListButton<Item>({ rows, total, onPrint }: PrintButtonProps<Item>) {
  const copy = useListsCopy();
  const run = async ({ signal, onProgress }: Progress) => {
    let all = rows.rows ?? [];
    if (rows.hasMore) {
      all = [];
      for await (const items of rows.readAll(signal)) {
        all.push(...items);
        onProgress(all.length);
        if (all.length >= maxPrintedRows) break;
      }
    }
    onPrint(all.slice(0, maxPrintedRows));
  };
  return <ProgressButton icon="printer" label={copy.print} total={total} failure={copy.printFailed} run={run} />;
}

export function printedCount(
  copy: ListsCopy['printed'],
  { number }: Formats,
  { rows, printed, total, size }: { rows: string; printed: number; total: number; size: number },
): string {
  if (printed >= total) return copy.all(number(total), number(size), rows);
  const first = printed >= maxPrintedRows ? copy.tooMany : copy.loadedOnly;
  return first(number(printed), number(total), rows);
}

interface Described {
  columns: readonly Pick<TableColumn<never>, 'label' | 'sort'>[];
  defaultSort: string;
  statusLabel: (status: string) => string;
}

/** Search, statuses and order in words. */
export function describeView(
  copy: ListsCopy['printed'],
  { comma }: Formats,
  { columns, defaultSort, ...described }: Described,
  view: ListView,
): string[] {
  const { sort, direction } = orderOf(view, defaultSort);
  const sorted = columns.find((column) => column.sort === sort);
  return [
    ...(view.q.trim() === '' ? [] : [copy.search(view.q.trim())]),
    ...(view.statuses.length === 0 ? [] : [copy.status(view.statuses.map(described.statusLabel).join(comma))]),
    ...(sorted === undefined
      ? []
      : [direction === 'asc' ? copy.ascending(sorted.label) : copy.descending(sorted.label)]),
  ];
}

type ListSheetProps<Item> = {
  definition: ListDefinition<Item>;
  view: ListView;
  rows: readonly Item[];
  total: number;
  /** Rows before any filter. */
  size: number | undefined;
};

export function ListSheet<Item>({ definition, view, rows, total, size }: ListSheetProps<Item>) {
  const { customerName } = use(ListOwner);
  const { columns, title } = definition;
  const { printed: copy } = useListsCopy();
  const formats = useFormats();
  const [today] = useState(() => dayOf(new Date()));
  const count = printedCount(copy, formats, {
    rows: definition.rows,
    printed: rows.length,
    total,
    size: size ?? total,
  });
  const facts = [...(customerName === undefined ? [] : [customerName]), formats.day(today), count];
  const described = { ...definition, statusLabel: (status: string) => statusLabel(definition.statuses, status) };
  const isOwnView = isFiltered(view) || view.sort !== undefined;
  return (
    <PrintSheet
      title={title}
      lines={[facts, ...(isOwnView ? [describeView(copy, formats, described, view)] : [])]}
      columns={columns}
      rows={rows}
    />
  );
}
