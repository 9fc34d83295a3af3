import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Facts } from '#app/components/ui/parts.tsx';
import type { TableColumn } from './list-view.ts';

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

type PrintSheetProps<Item> = {
  title?: string;
  /** Facts below the title. */
  lines: string[][];
  columns: readonly Pick<TableColumn<Item>, 'label' | 'widthPercent' | 'cell'>[];
  rows: readonly Item[];
  /** A last row, with the sums of amounts. */
  totals?: readonly string[] | undefined;
};

/** The printed list: a plain table of all rows, hidden on screen. */
export function PrintSheet<Item>({ title, lines, columns, rows, totals }: PrintSheetProps<Item>) {
  return (
    <div className="print-sheet">
      {title !== undefined && <h2>{title}</h2>}
      {lines.map((facts) => (
        <p key={facts.join()}>
          <Facts of={facts} />
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
          {totals && (
            <tr>
              {columns.map((column, at) => (
                <th key={column.label}>{totals[at]}</th>
              ))}
            </tr>
          )}
        </tbody>
      </table>
    </div>
  );
}
