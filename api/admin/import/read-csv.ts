import { closeSync, createReadStream, openSync, readSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { CsvError, parse } from 'csv-parse';
import { OperatorError } from '#api/lib/errors.ts';

export interface CsvRow {
  /** First line of the row, counted from 1. */
  line: number;
  cells: string[];
}

const maxRowBytes = 256 * 1024;

/** Streams the rows, header first: a file may be larger than memory. */
export async function* readCsv(file: string, onBytes: (bytes: number) => void): AsyncGenerator<CsvRow> {
  const parser = parse({
    bom: true,
    delimiter: detectDelimiter(file),
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: maxRowBytes,
  });
  const reading = pipeline(() => decodeFile(file, onBytes), parser);
  // The loop below throws the same error.
  reading.catch(() => undefined);
  try {
    for await (const item of parser) {
      const { record: cells, info } = item as { record: string[]; info: { lines: number } };
      const inner = cells.reduce((count, cell) => count + cell.split('\n').length - 1, 0);
      if (cells.some((cell) => cell.trim() !== '')) yield { line: info.lines - inner, cells };
    }
  } catch (error) {
    throw error instanceof CsvError ? new OperatorError(`${file}: ${describeCsvError(error)}`) : error;
  }
}

function describeCsvError(error: CsvError): string {
  const line = Number(error['lines'] ?? 0);
  if (error.code === 'CSV_QUOTE_NOT_CLOSED') return 'a quote is never closed, so the rest of the file is one cell.';
  if (error.code === 'CSV_MAX_RECORD_SIZE')
    return `line ${line}: the row is longer than ${maxRowBytes / 1024} KB (is a quote never closed?).`;
  return `line ${line}: a cell contains a quote; double it and quote the whole cell.`;
}

/** The most frequent separator of the first line, outside quotes. */
function detectDelimiter(file: string): string {
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

async function* decodeFile(file: string, onBytes: (bytes: number) => void): AsyncGenerator<string> {
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
    throw new OperatorError(`The file ${file} is not UTF-8: save it as « CSV UTF-8 » and try again.`);
  }
}
