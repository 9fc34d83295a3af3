import { useRef, useState } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import { Spinner } from '#app/components/ui/spinner.tsx';
import { download } from '#app/lib/download.ts';
import { dayOf } from '#app/lib/formats.ts';
import { useFormats } from '#app/lib/portal-context.ts';
import { type ToastMessage, toast } from '#app/lib/toast.ts';
import { type CsvFormat, frenchCsv, internationalCsv } from '#contract/csv.ts';
import { useListsCopy } from './lists-copy.ts';

export interface Progress {
  signal: AbortSignal;
  onProgress: (rows: number) => void;
}

type ProgressButtonProps = {
  icon: string;
  label: string;
  /** Undefined if the rows were not counted. */
  total: number | undefined;
  run: (progress: Progress) => Promise<void>;
  /** The toast shown when it fails. */
  failure: ToastMessage;
  className?: string;
};

/** Starts an operation over a whole list, shows its progress and lets the user cancel it. */
export function ProgressButton({ icon, label, total, run, failure, className }: ProgressButtonProps) {
  const { number } = useFormats();
  const { progress, rowsRead, cancel } = useListsCopy();
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
      <span className="tabular-nums">{total === undefined ? number(rows) : progress(number(rows), number(total))}</span>
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

const slugOf = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 60);

/** Names the company: somebody who works for two exports both. */
export const exportName = (list: string, customerName: string | undefined, today: Date) =>
  [slugOf(list), slugOf(customerName ?? ''), `${dayOf(today)}.csv`].filter((part) => part !== '').join('-');

type ExportButtonProps = {
  total: number | undefined;
  userId: string;
  /** Decides on the format until the user chooses one. */
  language: string;
  fileName: () => string;
  write: (format: CsvFormat, progress: Progress) => Promise<Blob>;
};

export function ExportButton({ total, userId, language, fileName, write }: ExportButtonProps) {
  const copy = useListsCopy().export;
  const [choice, setChoice] = useState(() => readCsvChoice(localStorage, userId, language));
  const choose = (next: CsvChoice) => {
    setChoice(next);
    saveCsvChoice(localStorage, userId, next);
  };
  return (
    <div className="flex">
      <ProgressButton
        icon="download"
        label={copy.label}
        total={total}
        failure={copy.failed}
        className="rounded-e-none"
        run={async (progress) => download(await write(csvFormats[choice], progress), fileName())}
      />
      {/* A native select behind an arrow: the format is chosen once and rarely changed. */}
      <span className="relative grid w-10 place-items-center rounded-e-md border border-s-0 border-line-strong hover:border-azure hover:text-azure has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-azure">
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
