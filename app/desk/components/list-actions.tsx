import { use, useState } from 'react';
import { createPortal } from 'react-dom';
import { ExportButton, exportName } from '#app/components/data-list/list-actions.tsx';
import { PrintListButton } from '#app/components/data-list/list-printing.tsx';
import type { Column, CsvColumn } from '#app/components/data-list/list-view.ts';
import { ListsCopyContext } from '#app/components/data-list/lists-copy.ts';
import { maxPrintedRows, PrintSheet, usePrintedRows } from '#app/components/data-list/print-sheet.tsx';
import { createTotals } from '#app/components/data-list/totals.ts';
import type { Rows } from '#app/components/data-list/use-rows.ts';
import { Button } from '#app/components/ui/button.tsx';
import { classNames } from '#app/components/ui/class-names.ts';
import { Icon } from '#app/components/ui/icon.tsx';
import { api } from '#app/lib/api-client.ts';
import { dayOf } from '#app/lib/formats.ts';
import { ListOwner, useFormats } from '#app/lib/portal-context.ts';
import { toast } from '#app/lib/toast.ts';
import type { DeskCopy } from '#content/desk/fr/desk.ts';
import type { Plural } from '#content/plural.ts';
import { type DeskExport, voidStatus } from '#contract/staff.ts';
import { useDesk } from './desk-context.ts';

// A spreadsheet opens it, and the server sends it in a minute.
const maxExportedRows = 50_000;

/** A column on paper and in a file. */
export type PaperColumn<Item> = Pick<Column<Item>, 'label' | 'widthPercent' | 'cell' | 'csv' | 'isMoney' | 'isNumber'>;

export const paperColumn = <Item,>(
  label: string,
  widthPercent: number,
  cell: (item: Item) => string,
  more: Partial<Pick<PaperColumn<Item>, 'csv' | 'isMoney' | 'isNumber'>> = {},
): PaperColumn<Item> => ({ label, widthPercent, cell, csv: cell, ...more });

/** For a list that has no pages. */
export const allRows = <Item,>(items: Item[]): ListActionsProps<Item>['rows'] => ({
  rows: items,
  total: items.length,
  hasMore: false,
  readAll: async function* () {
    yield items;
  },
});

type ListActionsProps<Item> = {
  list: DeskExport;
  title: string;
  count: Plural;
  /** What the list is filtered by, in words. */
  filters?: readonly string[];
  columns: readonly PaperColumn<Item>[];
  /** Only in files. */
  exportedToo?: readonly CsvColumn<Item>[];
  rows: Pick<Rows<Item>, 'rows' | 'total' | 'hasMore' | 'readAll'>;
  /** The customer whose list it is. */
  customerId?: string;
  /** Only the export: the page prints its lists together. */
  isPart?: boolean;
};

const isVoid = (item: object) => 'status' in item && item.status === voidStatus;

function totalsOf<Item extends object>(columns: readonly CsvColumn<Item>[], { lists }: DeskCopy) {
  if (!columns.some(({ isMoney }) => isMoney)) return undefined;
  return createTotals(columns, { isCounted: (item) => !isVoid(item), label: lists.totals });
}

/** Exports and prints a list: every row that matches its filters, also those that are not loaded. On phones behind one button. */
export function ListActions<Item extends object>(props: ListActionsProps<Item>) {
  const { list, title, count, filters = [], columns, exportedToo = [], rows, customerId, isPart = false } = props;
  const { copy, currency, me } = useDesk();
  const formats = useFormats();
  const { customerName } = use(ListOwner);
  const [isShown, setIsShown] = useState(false);
  const loaded = rows.rows ?? [];
  const printed = usePrintedRows(JSON.stringify([title, customerId, filters]), loaded);
  const write: Parameters<typeof ExportButton>[0]['write'] = async (format, { signal, onProgress }) => {
    const { writeCsv } = await import('#app/components/data-list/csv-file.ts');
    const owner = { label: copy.lists.customer, csv: () => customerName ?? '' };
    const written = [...(customerName === undefined ? [] : [owner]), ...columns, ...exportedToo];
    const { file, ...result } = await writeCsv<Item>({
      columns: written,
      pages: rows.readAll(signal),
      format,
      currency,
      totals: totalsOf(written, copy),
      maxRows: maxExportedRows,
      onProgress,
    });
    // For the audit log. A failure must not cost the staff member a complete export.
    await api.desk.exports.$post({ json: { list, rows: result.rows, customerId } }).catch(() => {});
    const said = result.isCut
      ? copy.lists.exportedFirst(formats.number(result.rows))
      : formats.plural(result.rows, copy.lists.exported);
    toast({ source: 'export', title: said });
    return file;
  };
  const exportButton = (
    <ExportButton
      total={rows.rows === undefined ? 0 : rows.total}
      userId={me.userId}
      language={formats.locale}
      fileName={() => exportName(title, customerName, new Date())}
      write={write}
    />
  );
  return (
    <ListsCopyContext value={copy.lists}>
      {isPart ? (
        exportButton
      ) : (
        <>
          <Button
            variant="secondary"
            size="sm"
            aria-label={copy.lists.actions}
            aria-expanded={isShown}
            onClick={() => setIsShown(!isShown)}
            className="sm:hidden print:hidden"
          >
            <Icon name="printer" className="size-4" />
            <Icon name="chevron-down" className="size-4" />
          </Button>
          <div className={classNames('flex flex-wrap gap-2 print:hidden', !isShown && 'max-sm:hidden')}>
            <PrintListButton rows={rows} total={rows.total} onPrint={printed.print} />
            {exportButton}
          </div>
        </>
      )}
      {printed.rows &&
        createPortal(
          <Sheet
            title={title}
            count={count}
            filters={filters}
            columns={columns}
            rows={printed.rows}
            total={rows.total}
            isPart={rows.hasMore && printed.rows.length <= loaded.length}
          />,
          document.body,
        )}
    </ListsCopyContext>
  );
}

type SheetProps<Item> = Pick<ListActionsProps<Item>, 'title' | 'count' | 'columns'> & {
  filters: readonly string[];
  rows: readonly Item[];
  total: number | undefined;
  /** Only what was loaded, of a list that has more. */
  isPart: boolean;
};

function Sheet<Item extends object>({ title, count, filters, columns, rows, total, isPart }: SheetProps<Item>) {
  const { copy, currency } = useDesk();
  const formats = useFormats();
  const { customerName } = use(ListOwner);
  const [today] = useState(() => dayOf(new Date()));
  const isFull = rows.length >= maxPrintedRows && rows.length !== total;
  const printedRows = formats.plural(rows.length, count);
  const facts = [
    formats.day(today),
    isFull ? copy.lists.fullSheet(printedRows) : isPart ? copy.lists.partOfList(printedRows) : printedRows,
  ];
  const totals = totalsOf(columns, copy);
  for (const item of rows) totals?.add(item);
  return (
    <PrintSheet
      title={title}
      lines={[
        customerName === undefined ? facts : [customerName, ...facts],
        ...(filters.length > 0 ? [[...filters]] : []),
      ]}
      columns={columns}
      rows={rows}
      totals={totals?.cells((sum) => formats.amount(sum, currency))}
    />
  );
}
