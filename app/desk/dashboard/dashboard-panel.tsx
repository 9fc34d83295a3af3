// oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- on phones CSS lays
// a table out as blocks, which removes the native table semantics in some browsers
import { createContext, type ReactNode, use } from 'react';
import { createPortal } from 'react-dom';
import { Legend } from '#app/components/figures/legend.tsx';
import { buttonClass } from '#app/components/ui/button.tsx';
import { classNames } from '#app/components/ui/class-names.ts';
import { Icon } from '#app/components/ui/icon.tsx';
import { Panel as Frame } from '#app/components/ui/panel.tsx';
import { useDesk } from '#app/desk/components/desk-context.ts';
import { allRows, ListActions, type PaperColumn } from '#app/desk/components/list-actions.tsx';
import type { DashboardCopy } from '#content/desk/fr/dashboard.ts';

/** The element of the page's menu that holds the exports of its panels. */
export const ExportList = createContext<HTMLElement | null>(null);

/** Prints the figures of the page, and exports each of its tables. `onList` gets the element for the exports. */
export function FiguresMenu({ onList }: { onList: (list: HTMLElement | null) => void }) {
  const { lists } = useDesk().copy;
  return (
    <>
      <button
        type="button"
        popoverTarget="figures-menu"
        className={buttonClass('secondary', 'sm', 'figures-menu-button max-sm:w-full print:hidden')}
      >
        <Icon name="printer" className="size-4" />
        {lists.actions}
        <Icon name="chevron-down" className="size-4" />
      </button>
      <div
        id="figures-menu"
        popover="auto"
        role="group"
        aria-label={lists.actions}
        className="popover-menu figures-menu"
      >
        <button type="button" onClick={() => window.print()} className={buttonClass('secondary', 'sm')}>
          <Icon name="printer" className="size-4" />
          {lists.print}
        </button>
        <ul ref={onList} />
      </div>
    </>
  );
}

type TableExportProps<Row> = {
  title: string;
  columns: readonly PaperColumn<Row>[];
  rows: Row[];
  copy: DashboardCopy;
};

/** The export of one table, in the menu of the page. */
export function TableExport<Row extends object>({ title, columns, rows, copy }: TableExportProps<Row>) {
  const list = use(ExportList);
  if (list === null) return null;
  return createPortal(
    <li aria-label={title}>
      <span>{title}</span>
      <ListActions list="dashboard" title={title} count={copy.rows} columns={columns} rows={allRows(rows)} isPart />
    </li>,
    list,
  );
}

type PanelProps<Row> = {
  title: string;
  columns: readonly PaperColumn<Row>[];
  rows: Row[];
  copy: DashboardCopy;
  legend?: Parameters<typeof Legend>[0]['items'] | undefined;
  /** Whether the table is below a chart and opened on demand. */
  isFolded?: boolean;
  /** Cells below the rows. */
  totals?: readonly string[];
  /** On phones each row is a block: its last cell is beside the first, and cells with this text are left out. */
  blank?: string;
  children?: ReactNode;
};

type CellProps = { label: string | undefined; blank: string | undefined; children: ReactNode };

const Cell = ({ label, blank, children }: CellProps) => (
  <td role="cell" data-label={label} data-blank={(blank !== undefined && children === blank) || undefined}>
    {children}
  </td>
);

/** A chart and its table. */
export function Panel<Row extends object>(props: PanelProps<Row>) {
  const { title, columns, rows, copy, legend, isFolded = false, totals, blank, children } = props;
  const table = (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- wider than its box, it is scrolled with the keyboard
    <div className="overflow-x-auto" tabIndex={0} role="group" aria-label={title}>
      <table role="table" className={classNames('figures-table', blank !== undefined && 'figures-blocks')}>
        <caption className="sr-only">{title}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map(({ label }) => (
              <th key={label} role="columnheader" scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <tr role="row" key={columns.map(({ csv }) => csv(row)).join()}>
              {columns.map(({ label, cell }, nth) =>
                nth === 0 ? (
                  <th key={label} role="rowheader" scope="row" className="min-w-32 wrap-anywhere">
                    {cell(row)}
                  </th>
                ) : (
                  <Cell key={label} label={label} blank={blank}>
                    {cell(row)}
                  </Cell>
                ),
              )}
            </tr>
          ))}
        </tbody>
        {totals && (
          <tfoot role="rowgroup">
            <tr role="row" className="border-t border-line-strong font-semibold">
              {totals.map((cell, at) =>
                at === 0 ? (
                  <th key={columns[at]?.label} role="rowheader" scope="row">
                    {cell}
                  </th>
                ) : (
                  <Cell key={columns[at]?.label} label={columns[at]?.label} blank={blank}>
                    {cell}
                  </Cell>
                ),
              )}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  );
  return (
    <Frame title={title}>
      <TableExport title={title} columns={columns} rows={rows} copy={copy} />
      <div className="grid gap-3 px-5 pt-4 pb-4">
        {legend && <Legend items={legend} />}
        {children}
        {isFolded ? (
          <details className="group text-sm">
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
    </Frame>
  );
}
