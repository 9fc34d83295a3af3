/** Where a command speaks: results to `out`, everything else to `err`. */
export interface Output {
  out: (line: string) => void;
  err: (line: string) => void;
  /** Shows how far long work has come; `clear` before anything else is printed. */
  progress: (label: string) => Progress;
}

export interface Progress {
  show: (done: number, all: number) => void;
  clear: () => void;
}

interface Stream {
  write(text: string): unknown;
  isTTY?: boolean;
}

const onTerminal = 100;
const elsewhere = 5_000;

export function createOutput(stdout: Stream, stderr: Stream, now: () => number = () => performance.now()): Output {
  return {
    out: (line) => void stdout.write(`${line}\n`),
    err: (line) => void stderr.write(`${line}\n`),
    progress: (label) => {
      const isTerminal = stderr.isTTY === true;
      // A log is told now and then; work that is done before the first time is not told at all.
      let next = now() + (isTerminal ? onTerminal : elsewhere);
      let isShown = false;
      return {
        show: (done, all) => {
          if (now() < next) return;
          next = now() + (isTerminal ? onTerminal : elsewhere);
          isShown = true;
          const percent = all === 0 ? 100 : Math.floor((done / all) * 100);
          stderr.write(isTerminal ? `\r\u001b[K${label} ${percent} %` : `${label} ${percent} %\n`);
        },
        clear: () => {
          if (isTerminal && isShown) stderr.write('\r\u001b[K');
          isShown = false;
        },
      };
    },
  };
}

/** Columns as wide as they need to be; what a cell holds cannot break the line. */
export function table(rows: Record<string, string | number | boolean | null>[]): string[] {
  const names = Object.keys(rows[0] ?? {});
  const cells = [names, ...rows.map((row) => names.map((name) => cell(row[name] ?? null)))];
  const widths = names.map((_, at) => Math.max(...cells.map((row) => width(row[at] ?? ''))));
  return cells.map((row) =>
    row
      .map((text, at) => text + ' '.repeat((widths[at] ?? 0) - width(text)))
      .join('  ')
      .trimEnd(),
  );
}

const longestCell = 60;

function cell(value: string | number | boolean | null): string {
  if (value === null || value === '') return '-';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  const text = plainText(String(value));
  const letters = Array.from(text);
  return letters.length > longestCell ? `${letters.slice(0, longestCell - 1).join('')}…` : text;
}

const width = (text: string) => Array.from(text).length;

/** Control characters could rewrite the terminal, and a ticket's subject is written by anybody. */
export const plainText = (value: string) => value.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ');

/** A text of several lines, each without control characters. */
export const plainLines = (value: string) => value.split(/\r\n|[\n\r\u2028\u2029]/).map(plainText);
