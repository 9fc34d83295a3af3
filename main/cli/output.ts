import { type Progress, type ProgressStream, createProgress } from './progress.ts';

/** Results go to `out`, everything else to `err`. */
export interface Output {
  out: (line: string) => void;
  err: (line: string) => void;
  progress: (label: string) => Progress;
}

export function createOutput(
  stdout: Pick<ProgressStream, 'write'>,
  stderr: ProgressStream,
  now: () => number = () => performance.now(),
): Output {
  return {
    out: (line) => void stdout.write(`${safeForTerminal(line)}\n`),
    err: (line) => void stderr.write(`${safeForTerminal(line)}\n`),
    progress: (label) => createProgress(stderr, label, now),
  };
}

// Names that others chose are in many lines, and JSON has no escapes for the second half of the control characters.
const safeForTerminal = (line: string) =>
  line.replaceAll(/(?!\n)\p{Cc}/gu, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);

type Cells = Record<string, string | number | boolean | null>;

/** As JSON if that is asked for, otherwise as a table. */
export function printList<Item>(
  { output, options }: { output: Output; options: { hasFlag(name: string): boolean } },
  items: readonly Item[],
  none: string,
  toCells: (item: Item) => Cells,
): void {
  if (options.hasFlag('json')) output.out(JSON.stringify(items));
  else if (items.length === 0) output.err(none);
  else formatTable(items.map(toCells)).forEach(output.out);
}

/** Aligned columns, of which only the last is as long as it likes; control characters of cells cannot break a line. */
export function formatTable(rows: Cells[]): string[] {
  const names = Object.keys(rows[0] ?? {});
  const cells = [
    names,
    ...rows.map((row) => names.map((name, at) => cell(row[name] ?? null, at === names.length - 1))),
  ];
  const widths = names.map((_, at) => Math.max(...cells.map((row) => width(row[at] ?? ''))));
  return cells.map((row) =>
    row
      .map((text, at) => text + ' '.repeat((widths[at] ?? 0) - width(text)))
      .join('  ')
      .trimEnd(),
  );
}

const maxCellLength = 60;

function cell(value: string | number | boolean | null, isLast: boolean): string {
  if (value === null || value === '') return '-';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  const text = plainText(String(value));
  const letters = Array.from(text);
  return letters.length > maxCellLength && !isLast ? `${letters.slice(0, maxCellLength - 1).join('')}…` : text;
}

const width = (text: string) => Array.from(text).length;

/** Control characters could rewrite the terminal, e.g. in a ticket's subject. */
export const plainText = (value: string) => value.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ');
