import { type CsvFormat, byteOrderMark, csvLine, csvNumber } from '#contract/csv.ts';
import type { CsvColumn } from './list-view.ts';
import type { Totals } from './totals.ts';

interface CsvSource<Item> {
  columns: readonly CsvColumn<Item>[];
  pages: AsyncIterable<readonly Item[]>;
  format: CsvFormat;
  currency: string;
  /** For a last line with the sums of the amounts. */
  totals?: Totals<Item> | undefined;
  maxRows?: number;
  onProgress: (rows: number) => void;
}

/** A file for spreadsheets. Each page is turned into text at once, so that no row stays in memory. */
export async function writeCsv<Item>({ columns, pages, format, currency, maxRows, ...source }: CsvSource<Item>) {
  const { totals, onProgress } = source;
  const heading = columns.map(({ label, isMoney }) => (isMoney ? `${label} (${currency})` : label));
  const parts: BlobPart[] = [byteOrderMark, csvLine(heading, format)];
  const valueOf = ({ csv, isMoney, isNumber }: CsvColumn<Item>, item: Item) =>
    isMoney || isNumber ? csvNumber(csv(item), format) : csv(item);
  let rows = 0;
  let isCut = false;
  for await (const page of pages) {
    const items = page.slice(0, maxRows === undefined ? undefined : maxRows - rows);
    isCut = items.length < page.length;
    const lines = items.map((item) => {
      totals?.add(item);
      return csvLine(
        columns.map((column) => valueOf(column, item)),
        format,
      );
    });
    parts.push(new Blob(lines));
    rows += items.length;
    onProgress(rows);
    if (isCut) break;
  }
  if (totals !== undefined)
    parts.push(
      csvLine(
        totals.cells((sum) => csvNumber(sum, format)),
        format,
      ),
    );
  return { file: new Blob(parts, { type: 'text/csv;charset=utf-8' }), rows, isCut };
}
