import { api } from '#app/lib/api-client.ts';
import { dayOf } from '#app/lib/formats.ts';
import { byteOrderMark, type CsvFormat, csvLine, csvNumber } from '#contract/csv.ts';
import type { Column, ListDefinition } from './list-definition.ts';
import type { ListView } from './list-view.ts';
import type { Progress } from './progress-button.tsx';
import { readAllPages } from './read-records.ts';

const valueOf = <Item>({ csv, isMoney, isNumber }: Column<Item>, item: Item, format: CsvFormat) =>
  isMoney || isNumber ? csvNumber(csv(item), format) : csv(item);

/** Exports every matching row in the order shown. Each page is turned into text at once, so that no row stays in memory. */
export async function exportRows<Item>(
  definition: ListDefinition<Item>,
  view: ListView,
  { format, currency }: { format: CsvFormat; currency: string },
  { signal, onProgress }: Progress,
): Promise<Blob> {
  const { columns } = definition;
  const heading = columns.map(({ label, isMoney }) => (isMoney ? `${label} (${currency})` : label));
  const parts: BlobPart[] = [byteOrderMark, csvLine(heading, format)];
  let rows = 0;
  for await (const items of readAllPages<Item>(definition, view, signal)) {
    const lines = items.map((item) =>
      csvLine(
        columns.map((column) => valueOf(column, item, format)),
        format,
      ),
    );
    parts.push(new Blob(lines));
    rows += items.length;
    onProgress(rows);
  }
  // For the audit log. A failure must not cost the user a complete export.
  await api.portal.exports.$post({ json: { list: definition.list, rows } }).catch(() => {});
  return new Blob(parts, { type: 'text/csv;charset=utf-8' });
}

export const exportName = (list: string) => `${list}-${dayOf(new Date())}.csv`;

export function download(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // The download may still be reading from the URL.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
