import type { ReactNode } from 'react';
import { allRows, ListActions, type PaperColumn } from '#app/desk/components/list-actions.tsx';
import type { DashboardCopy } from '#content/desk/fr/dashboard.ts';

type PanelProps<Row> = {
  title: string;
  columns: readonly PaperColumn<Row>[];
  rows: Row[];
  copy: DashboardCopy;
  legend?: readonly { className: string; label: string }[];
  /** Whether the table is below a chart and opened on demand. */
  isFolded?: boolean;
  /** Cells below the rows. */
  totals?: readonly string[];
  children?: ReactNode;
};

/** A chart and its table, which can be exported and printed. */
export function Panel<Row extends object>(props: PanelProps<Row>) {
  const { title, columns, rows, copy, legend, isFolded = false, totals, children } = props;
  const table = (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- wider than its box, it is scrolled with the keyboard
    <div className="overflow-x-auto" tabIndex={0} role="group" aria-label={title}>
      <table className="figures-table">
        <caption className="sr-only">{title}</caption>
        <thead>
          <tr>
            {columns.map(({ label }) => (
              <th key={label} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={columns.map(({ csv }) => csv(row)).join()}>
              {columns.map(({ label, cell }, nth) =>
                nth === 0 ? (
                  <th key={label} scope="row" className="min-w-32 wrap-anywhere">
                    {cell(row)}
                  </th>
                ) : (
                  <td key={label}>{cell(row)}</td>
                ),
              )}
            </tr>
          ))}
        </tbody>
        {totals && (
          <tfoot>
            <tr className="border-t border-line-strong font-semibold">
              {totals.map((cell, at) =>
                at === 0 ? (
                  <th key={columns[at]?.label} scope="row">
                    {cell}
                  </th>
                ) : (
                  <td key={columns[at]?.label}>{cell}</td>
                ),
              )}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  );
  return (
    <section aria-label={title} className="min-w-0 border border-line bg-surface">
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line px-5 py-3">
        <h2 className="font-sans text-base font-semibold tracking-normal">{title}</h2>
        <ListActions list="dashboard" title={title} count={copy.rows} columns={columns} rows={allRows(rows)} />
      </header>
      <div className="px-5 pt-5 pb-4">
        {legend && (
          <ul className="mb-4 flex flex-wrap gap-4 text-xs text-muted">
            {legend.map(({ className, label }) => (
              <li key={label} className="flex items-center gap-1.5">
                <svg aria-hidden="true" className="size-2.5">
                  <rect width="100%" height="100%" rx="2" className={className} />
                </svg>
                {label}
              </li>
            ))}
          </ul>
        )}
        {children}
        {isFolded ? (
          <details className="group mt-3 text-sm">
            <summary className="inline-flex min-h-8 items-center rounded-sm text-xs font-semibold text-azure hover:underline">
              <span className="group-open:hidden">{copy.show}</span>
              <span className="hidden group-open:inline">{copy.hide}</span>
            </summary>
            {table}
          </details>
        ) : (
          table
        )}
      </div>
    </section>
  );
}
