import { use, useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { dayOf, type Formats } from '#app/lib/formats.ts';
import { ListOwner, useFormats } from '#app/lib/portal-context.ts';
import type { ListsCopy } from '#content/portal/en/lists.ts';
import { statusLabel } from './columns.tsx';
import { useListsCopy } from './lists-copy.ts';
import {
  type ListDefinition,
  type ListView,
  isFiltered,
  orderOf,
  readAllPages,
  type TableColumn,
} from './list-view.ts';
import type { Rows } from './use-rows.ts';
import { type Progress, ProgressButton } from './list-actions.tsx';

/** Laying out more rows takes a browser minutes. */
export const maxPrintedRows = 5000;

/**
 * The rows to print, defined only while the browser prints: the list on the screen renders just the rows near the
 * viewport. The browser's own print command prints the loaded rows, `print` the rows passed to it.
 */
export function usePrintedRows<Item>(view: string, loaded: readonly Item[]) {
  const [rows, setRows] = useState<readonly Item[]>();
  const requested = useRef<{ view: string; rows: readonly Item[] }>(undefined);
  const show = useEffectEvent(() => {
    const all = requested.current?.view === view ? requested.current.rows : loaded;
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
  const print = (all: readonly Item[]) => {
    requested.current = { view, rows: all };
    window.print();
  };
  return { rows, print };
}

type PrintButtonProps<Item> = {
  definition: ListDefinition<Item>;
  view: ListView;
  rows: Pick<Rows<Item>, 'rows' | 'hasMore'>;
  total: number;
  onPrint: (rows: readonly Item[]) => void;
};

/** Prints the whole list, including rows that are not loaded yet. */
export function PrintListButton<Item>({ definition, view, rows, total, onPrint }: PrintButtonProps<Item>) {
  const copy = useListsCopy();
  const run = async ({ signal, onProgress }: Progress) => {
    let all = rows.rows ?? [];
    if (rows.hasMore) {
      all = [];
      for await (const items of readAllPages<Item>(definition, view, signal)) {
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
  const isOwnView = isFiltered(view) || view.sort !== undefined;
  return (
    <PrintSheet
      title={title}
      lines={[facts, ...(isOwnView ? [describeView(copy, definition, view)] : [])]}
      columns={columns}
      rows={rows}
    />
  );
}

type PrintSheetProps<Item> = {
  title: string;
  /** Facts below the title. */
  lines: string[][];
  columns: readonly TableColumn<Item>[];
  rows: readonly Item[];
};

/** The printed list: a plain table of all rows, hidden on screen. */
export function PrintSheet<Item>({ title, lines, columns, rows }: PrintSheetProps<Item>) {
  return (
    <div className="print-sheet">
      <h2>{title}</h2>
      {lines.map((facts) => (
        <p key={facts.join()} dir="auto">
          {facts.join(' · ')}
        </p>
      ))}
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
