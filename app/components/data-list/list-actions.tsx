import { use, useRef, useState } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import { Spinner } from '#app/components/ui/spinner.tsx';
import { api } from '#app/lib/api-client.ts';
import { download } from '#app/lib/download.ts';
import { dayOf } from '#app/lib/formats.ts';
import { ListOwner, ReadOnlyContext, useCommonCopy, useCurrency, useFormats } from '#app/lib/portal-context.ts';
import { type ToastMessage, toast } from '#app/lib/toast.ts';
import { type CsvFormat, byteOrderMark, csvLine, csvNumber, frenchCsv, internationalCsv } from '#contract/csv.ts';
import { useListsCopy } from './lists-copy.ts';
import { type Column, type ListDefinition, type ListView, readAllPages } from './list-view.ts';

export interface Progress {
  signal: AbortSignal;
  onProgress: (rows: number) => void;
}

type ProgressButtonProps = {
  icon: string;
  label: string;
  total: number;
  run: (progress: Progress) => Promise<void>;
  /** The toast shown when it fails. */
  failure: ToastMessage;
  className?: string;
};

/** Starts an operation over a whole list, shows its progress and lets the user cancel it. */
export function ProgressButton({ icon, label, total, run, failure, className }: ProgressButtonProps) {
  const { number } = useFormats();
  const { progress, rowsRead } = useListsCopy();
  const { cancel } = useCommonCopy();
  const [rows, setRows] = useState<number>();
  const running = useRef<AbortController>(undefined);

  const start = async () => {
    const controller = new AbortController();
    running.current = controller;
    setRows(0);
    try {
      await run({ signal: controller.signal, onProgress: setRows });
    } catch {
      if (!controller.signal.aborted) toast({ ...failure, source: label, variant: 'destructive' });
    } finally {
      setRows(undefined);
    }
  };

  if (rows === undefined) {
    return (
      <Button variant="secondary" size="sm" disabled={total === 0} onClick={() => void start()} className={className}>
        <Icon name={icon} className="size-4" />
        {label}
      </Button>
    );
  }
  return (
    <Button variant="secondary" size="sm" onClick={() => running.current?.abort()} className={className}>
      <Spinner className="size-4" />
      <span className="tabular-nums">{progress(number(rows), number(total))}</span>
      <span className="sr-only">{rowsRead}</span> {cancel}
    </Button>
  );
}

const csvFormats = { international: internationalCsv, french: frenchCsv } satisfies Record<string, CsvFormat>;

type CsvChoice = keyof typeof csvFormats;
const csvChoices: CsvChoice[] = ['international', 'french'];

const keyFor = (userId: string) => `csv-format:${userId}`;

/** The user's choice in this browser, or else the format that spreadsheets expect in the browser's language. */
export function readCsvChoice(storage: Pick<Storage, 'getItem'>, userId: string, language: string): CsvChoice {
  const byLanguage = /^fr\b/i.test(language) ? 'french' : 'international';
  try {
    const stored = storage.getItem(keyFor(userId)) ?? '';
    return Object.hasOwn(csvFormats, stored) ? (stored as CsvChoice) : byLanguage;
  } catch {
    return byLanguage;
  }
}

export function saveCsvChoice(storage: Pick<Storage, 'setItem'>, userId: string, choice: CsvChoice): void {
  try {
    storage.setItem(keyFor(userId), choice);
  } catch {
    // Storage is full or blocked: the choice lasts as long as the page.
  }
}

const valueOf = <Item,>({ csv, isMoney, isNumber }: Column<Item>, item: Item, format: CsvFormat) =>
  isMoney || isNumber ? csvNumber(csv(item), format) : csv(item);

/** Exports every matching row in the order shown. Each page is turned into text at once, so that no row stays in memory. */
async function exportRows<Item>(
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

/** Names the company: somebody who works for two exports both. */
export function exportName(list: string, customerName: string | undefined, today: Date): string {
  const company = (customerName ?? '')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 60);
  return [list, ...(company === '' ? [] : [company]), `${dayOf(today)}.csv`].join('-');
}

type ExportButtonProps<Item> = { definition: ListDefinition<Item>; view: ListView; total: number };

export function ExportButton<Item>({ definition, view, total }: ExportButtonProps<Item>) {
  const copy = useListsCopy().export;
  const currency = useCurrency();
  const { userId, customerName } = use(ListOwner);
  const isReadOnly = use(ReadOnlyContext);
  const [choice, setChoice] = useState(() => readCsvChoice(localStorage, userId, navigator.language));
  const choose = (next: CsvChoice) => {
    setChoice(next);
    saveCsvChoice(localStorage, userId, next);
  };
  // An export is an audit event, which a read-only session cannot write.
  if (isReadOnly) return null;
  return (
    <div className="flex">
      <ProgressButton
        icon="download"
        label={copy.label}
        total={total}
        failure={copy.failed}
        className="rounded-r-none"
        run={async (progress) => {
          const file = await exportRows(definition, view, { format: csvFormats[choice], currency }, progress);
          download(file, exportName(definition.list, customerName, new Date()));
        }}
      />
      {/* A native select behind an arrow: the format is chosen once and rarely changed. */}
      <span className="relative grid w-10 place-items-center rounded-r-md border border-l-0 border-line-strong hover:border-azure hover:text-azure has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-azure">
        <Icon name="chevron-down" className="size-4" />
        <select
          aria-label={copy.format}
          title={copy[choice]}
          value={choice}
          onChange={({ target }) => choose(target.value as CsvChoice)}
          className="absolute inset-0 cursor-pointer opacity-0"
        >
          {csvChoices.map((name) => (
            <option key={name} value={name}>
              {copy[name]}
            </option>
          ))}
        </select>
      </span>
    </div>
  );
}
