import { callApi } from '#app/lib/api-client.ts';
import { dayOf } from '#app/lib/formats.ts';
import type { ExportNote } from '#contract/exports.ts';
import { byteOrderMark, csvLine } from './csv.ts';
import type { ListDefinition } from './definition.ts';
import type { ListView } from './list-view.ts';
import { readPage } from './read-records.ts';

const stride = 500;

/** Every row that the search and the filters leave, in the order shown. Pages become text as they come: no row is kept. */
export async function exportRows<Item>(
  definition: ListDefinition<Item>,
  view: ListView,
  { currency, signal, onProgress }: { currency: string; signal: AbortSignal; onProgress: (rows: number) => void },
): Promise<Blob> {
  const { columns } = definition;
  const parts: BlobPart[] = [
    byteOrderMark,
    csvLine(columns.map(({ label, isMoney }) => (isMoney ? `${label} (${currency})` : label))),
  ];
  let cursor: string | undefined;
  let rows = 0;
  do {
    const page = await readPage<Item>(definition, view, { limit: stride, cursor }, signal);
    parts.push(new Blob([page.items.map((item) => csvLine(columns.map((column) => column.csv(item)))).join('')]));
    rows += page.items.length;
    onProgress(rows);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  const note: ExportNote = { list: definition.list, rows };
  // For the record. A customer whose rows are all here does not lose them over it.
  await callApi('/portal/exports', { method: 'POST', body: note }).catch(() => {});
  return new Blob(parts, { type: 'text/csv;charset=utf-8' });
}

export const exportName = (list: string) => `${list}-${dayOf(new Date())}.csv`;

export function download(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // A download that has only just begun still reads from it.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
