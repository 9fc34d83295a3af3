import type { ReactNode } from 'react';
import { Fact } from '#app/components/ui/fact.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import { Facts } from '#app/components/ui/parts.tsx';
import { useFormats } from '#app/lib/portal-context.ts';
import type { InvoicePageCopy } from '#content/portal/en/record-pages.ts';
import type { HistoryEntry, RecordFile } from '#contract/record-detail.ts';

type RecordHeadProps = {
  title: string;
  status: ReactNode;
  detail?: ReactNode;
  /** `p` where the record is part of another page. */
  heading?: 'h2' | 'p';
  children?: ReactNode;
};

/** The name of a record, with what can be done with it. */
export const RecordHead = ({ title, status, detail, heading: Heading = 'h2', children }: RecordHeadProps) => (
  <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
    <div className="grid min-w-0 gap-1.5">
      <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1.5">
        <Heading dir="auto" className="min-w-0 font-heading text-2xl font-bold tracking-tight wrap-anywhere">
          {title}
        </Heading>
        {status}
      </div>
      {detail}
    </div>
    <div className="flex flex-wrap gap-2 print:hidden">{children}</div>
  </header>
);

type FactsPanelProps = { title: string; facts: [label: string, value: ReactNode][] };

export const FactsPanel = ({ title, facts }: FactsPanelProps) => (
  <Panel title={title} level="h3">
    <dl className="grid grid-cols-2 gap-x-6 gap-y-4 p-5">
      {facts.map(([label, value]) => (
        <Fact key={label} label={label} className="text-sm font-medium wrap-anywhere">
          {value}
        </Fact>
      ))}
    </dl>
  </Panel>
);

type FilesPanelProps = {
  files: readonly RecordFile[];
  copy: InvoicePageCopy['files'];
  pathOf: (id: string) => string;
  /** Beside each file. */
  renderActions?: (file: RecordFile) => ReactNode;
  /** Below them. */
  children?: ReactNode;
};

export function FilesPanel({ files, copy, pathOf, renderActions, children }: FilesPanelProps) {
  const { bytes } = useFormats();
  return (
    <Panel title={copy.title} level="h3" className="print:hidden">
      <div className="grid gap-3 px-5 py-4 text-sm">
        {files.length === 0 && <p className="text-muted">{copy.none}</p>}
        <ul className="grid gap-2 empty:hidden">
          {files.map((file) => {
            const { id, fileName, contentType, language, size, state } = file;
            return (
              <li key={id} className="flex min-w-0 flex-wrap items-center gap-3">
                <Icon name="file-text" className="size-5 shrink-0 text-muted" />
                <span className="grid min-w-0 flex-1 basis-36">
                  <bdi className="font-medium wrap-anywhere">{fileName}</bdi>
                  <span className="text-xs text-muted">
                    <Facts of={[copy.types[contentType], language && copy.languages[language], bytes(size)]} />
                  </span>
                </span>
                {state === 'pending' || state === 'infected' ? (
                  <span className="text-xs text-muted">{copy.states[state]}</span>
                ) : (
                  <a
                    href={pathOf(id)}
                    download={fileName}
                    aria-label={copy.download(fileName)}
                    title={copy.download(fileName)}
                    className="grid size-10 shrink-0 place-items-center rounded-md border border-line-strong hover:border-azure hover:text-azure"
                  >
                    <Icon name="download" className="size-4.5" />
                  </a>
                )}
                {renderActions?.(file)}
              </li>
            );
          })}
        </ul>
        {children}
      </div>
    </Panel>
  );
}

type HistoryPanelProps = { history: readonly HistoryEntry[]; copy: InvoicePageCopy['history']; currency: string };

export function HistoryPanel({ history, copy, currency }: HistoryPanelProps) {
  const formats = useFormats();
  if (history.length === 0) return null;
  return (
    <Panel title={copy.title} level="h3" className="print:hidden">
      <ol className="grid gap-3 px-5 py-4 text-sm">
        {history.map(({ kind, at, text, amount, by }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- a list that never moves
          <li key={index} className="grid gap-0.5">
            <span className="flex flex-wrap justify-between gap-x-4">
              <span className="font-medium">{copy.kinds[kind]}</span>
              <time dateTime={at} className="text-xs text-muted">
                {at.length === 10 ? formats.day(at) : formats.moment(at)}
              </time>
            </span>
            <span className="text-muted wrap-anywhere empty:hidden">
              <Facts of={[amount === null ? null : formats.amount(amount, currency), text, by]} />
            </span>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
