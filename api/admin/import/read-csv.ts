import { closeSync, createReadStream, openSync, readSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { CsvError, parse } from 'csv-parse';
import { OperatorError } from '#api/lib/errors.ts';

export interface CsvRow {
  /** Where the row begins, as an editor counts. */
  line: number;
  cells: string[];
}

const largestRow = 256 * 1024;

/** The rows of a file, header first, as they are read: a file may be larger than memory. */
export async function* readCsv(file: string, onBytes: (bytes: number) => void): AsyncGenerator<CsvRow> {
  const parser = parse({
    bom: true,
    delimiter: delimiterOf(file),
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: largestRow,
  });
  const reading = pipeline(() => decoded(file, onBytes), parser);
  // Told by the loop below, which meets the same error.
  reading.catch(() => undefined);
  try {
    for await (const item of parser) {
      const { record: cells, info } = item as { record: string[]; info: { lines: number } };
      const inner = cells.reduce((count, cell) => count + cell.split('\n').length - 1, 0);
      if (cells.some((cell) => cell.trim() !== '')) yield { line: info.lines - inner, cells };
    }
  } catch (error) {
    throw error instanceof CsvError ? new OperatorError(`${file}: ${explain(error)}`) : error;
  }
}

function explain(error: CsvError): string {
  const line = Number(error['lines'] ?? 0);
  if (error.code === 'CSV_QUOTE_NOT_CLOSED')
    return 'a quote is opened and never closed, so the rest of the file is one cell.';
  if (error.code === 'CSV_MAX_RECORD_SIZE')
    return `line ${line}: the row is longer than ${largestRow / 1024} KB (is a quote open that is never closed?).`;
  return `line ${line}: a quote stands inside a cell; write it twice, and put the whole cell into quotes.`;
}

/** What stands between the names of the first line, outside of quotes. */
function delimiterOf(file: string): string {
  const head = Buffer.alloc(64 * 1024);
  let length: number;
  try {
    const descriptor = openSync(file, 'r');
    try {
      length = readSync(descriptor, head);
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    throw new OperatorError(`The file ${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
  const names =
    head
      .toString('utf8', 0, length)
      .trimStart()
      .split(/\r?\n/, 1)[0]
      ?.replaceAll(/"[^"]*"/g, '') ?? '';
  const count = (mark: string) => names.split(mark).length - 1;
  return [';', '\t'].reduce((best, mark) => (count(mark) > count(best) ? mark : best), ',');
}

async function* decoded(file: string, onBytes: (bytes: number) => void): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let bytes = 0;
  try {
    for await (const chunk of createReadStream(file)) {
      yield decoder.decode(chunk as Buffer, { stream: true });
      bytes += (chunk as Buffer).length;
      onBytes(bytes);
    }
    yield decoder.decode();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new OperatorError(`The file ${file} is not written in UTF-8: save it as « CSV UTF-8 » and try again.`);
  }
}
