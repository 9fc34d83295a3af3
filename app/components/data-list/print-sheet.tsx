import { use, useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { dayOf, type Formats } from '#app/lib/formats.ts';
import { ListOwner, useFormats } from '#app/lib/portal-context.ts';
import type { ListsCopy } from '#content/portal/en/lists.ts';
import { statusLabel } from './columns.tsx';
import { useListsCopy } from './lists-copy.ts';
import { type ListDefinition, type ListView, isFiltered, orderOf, readAllPages } from './list-view.ts';
import { type Progress, ProgressButton } from './list-actions.tsx';

/** Laying out more rows takes a browser minutes. */
export const maxPrintedRows = 5000;

/**
 * The rows to print, defined only while the browser prints: the list on the screen renders just the rows near the
 * viewport. The browser's own print command prints the loaded rows, `print` the rows passed to it.
 */
export function usePrintedRows<Item>(viewKey: string, loadedRows: () => Item[]) {
  const [rows, setRows] = useState<Item[]>();
  const requested = useRef<{ viewKey: string; rows: Item[] }>(undefined);
  const show = useEffectEvent(() => {
    const all = requested.current?.viewKey === viewKey ? requested.current.rows : loadedRows();
    // Synchronously: the browser lays the page out for printing as soon as the event handler returns.
    flushSync(() => setRows(all.length > 0 ? all : undefined));
  });
  useEffect(() => {
    const hide = () => {
      requested.current = undefined;
      setRows(undefined);
    };
    window.addEventListener('beforeprint', show);
    window.addEventListener('afterprint', hide);
    return () => {
      window.removeEventListener('beforeprint', show);
      window.removeEventListener('afterprint', hide);
    };
  }, []);
  const print = (all: Item[]) => {
    requested.current = { viewKey, rows: all };
    window.print();
  };
  return { rows, print };
}

type PrintButtonProps<Item> = {
  definition: ListDefinition<Item>;
  view: ListView;
  total: number;
  loadedRows: () => Item[];
  onPrint: (rows: Item[]) => void;
};

/** Prints the whole list, including rows that are not loaded yet. */
export function PrintListButton<Item>({ definition, view, total, loadedRows, onPrint }: PrintButtonProps<Item>) {
  const copy = useListsCopy();
  const run = async ({ signal, onProgress }: Progress) => {
    let rows = loadedRows();
    if (rows.length < total) {
      rows = [];
      for await (const items of readAllPages<Item>(definition, view, signal)) {
        rows.push(...items);
        onProgress(rows.length);
        if (rows.length >= maxPrintedRows) break;
      }
    }
    onPrint(rows.slice(0, maxPrintedRows));
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

function describeView(
  copy: ListsCopy['printed'],
  { statuses, columns, defaultSort }: Omit<ListDefinition<never>, 'fetchPage'>,
  view: ListView,
): string[] {
  const { sort, direction } = orderOf(view, defaultSort);
  const sorted = columns.find((column) => column.sort === sort);
  return [
    ...(view.q.trim() === '' ? [] : [copy.search(view.q.trim())]),
    ...(view.statuses.length === 0
      ? []
      : [copy.status(view.statuses.map((status) => statusLabel(statuses, status)).join(', '))]),
    ...(sorted === undefined
      ? []
      : [direction === 'asc' ? copy.ascending(sorted.label) : copy.descending(sorted.label)]),
  ];
}

type PrintSheetProps<Item> = {
  definition: ListDefinition<Item>;
  view: ListView;
  rows: Item[];
  total: number;
  /** Rows before any filter. */
  size: number | undefined;
};

/** The printed list: a plain table of all rows, hidden on screen. */
export function PrintSheet<Item>({ definition, view, rows, total, size }: PrintSheetProps<Item>) {
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
  return (
    <div className="print-sheet">
      <h2>{title}</h2>
      <p dir="auto">{facts.join(' · ')}</p>
      {(isFiltered(view) || view.sort !== undefined) && (
        <p dir="auto">{describeView(copy, definition, view).join(' · ')}</p>
      )}
      <table>
        <colgroup>
          {columns.map((column) => (
            <col key={column.label} style={{ width: `${column.widthPercent}%` }} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.label}>{column.label}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((item, row) => (
            // Rows are printed once and never move.
            // oxlint-disable-next-line react/no-array-index-key
            <tr key={row}>
              {columns.map((column) => (
                <td key={column.label}>{column.cell(item)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
