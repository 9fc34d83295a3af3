import { useQueryClient } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { Button, buttonClass } from '#app/components/ui/button.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import { FormError } from '#app/components/ui/notice.tsx';
import { Spinner } from '#app/components/ui/spinner.tsx';
import { TabButton, TabList, TabPanel, Tabs } from '#app/components/ui/tabs.tsx';
import { api, isApiError } from '#app/lib/api-client.ts';
import { exportName } from '#app/components/data-list/list-actions.tsx';
import { currentState } from '#app/lib/current-state.ts';
import { download } from '#app/lib/download.ts';
import { useFormats } from '#app/lib/portal-context.ts';
import type { ImportPlan, ImportResult } from '#contract/desk-records.ts';
import { maxImportBytes, type RecordList } from '#contract/staff.ts';
import type { ImportCopy } from '#content/desk/fr/import.ts';
import { customerPath, messageOf, paths, useDesk, useImportCopy, useTitle } from '#app/desk/components/desk-context.ts';
import { type Chosen, DropZone, FileOptions, rejectedCsv } from './import-file.tsx';
import { translate, useCells } from './import-cells.ts';
import type { Shown } from './import-plan.tsx';
import { BackLink } from '#app/desk/components/desk-parts.tsx';

// Loaded with the first preview.
const loadPlan = () => import('./import-plan.tsx');
const Plan = lazy(async () => ({ default: (await loadPlan()).Plan }));

/** For files of several customers: tables with their rows, and `documents`, their invoices. */
export function ImportPage({ documents }: { documents: ReactNode }) {
  const { copy } = useDesk();
  const importCopy = useImportCopy();
  const [parameters, setParameters] = useSearchParams();
  const tab = parameters.get('tab') === 'documents' ? 'documents' : 'csv';
  useTitle(importCopy.title);
  return (
    <div className="grid gap-5">
      <BackLink to={paths.customers}>{copy.customer.back}</BackLink>
      <Tabs
        value={tab}
        onValueChange={(next) => setParameters(next === 'csv' ? {} : { tab: next }, { replace: true })}
        className="grid gap-5"
      >
        <TabList aria-label={importCopy.tabs.label} className="segmented-control max-w-md">
          <TabButton value="csv">{importCopy.tabs.csv}</TabButton>
          <TabButton value="documents">{importCopy.tabs.documents}</TabButton>
        </TabList>
        <TabPanel value="csv">
          <ImportPanel />
        </TabPanel>
        <TabPanel value="documents">{documents}</TabPanel>
      </Tabs>
    </div>
  );
}

/** A file, what importing it would change, and then the change. */
export function ImportPanel({ customerId }: { customerId?: string }) {
  const { copy, announce, reportError } = useDesk();
  const formats = useFormats();
  const importCopy = useImportCopy();
  const client = useQueryClient();
  const [list, setList] = useState<RecordList>('invoices');
  const [isFrench, setIsFrench] = useState(true);
  const [acceptsUnknown, setAcceptsUnknown] = useState(false);
  const { describe } = useCells(list);
  const [chosen, setChosen] = useState<Chosen>();
  const [shown, setShown] = useState<Shown>();
  const [result, setResult] = useState<ImportResult>();
  const [busy, setBusy] = useState<'reading' | 'applying'>();
  const [error, setError] = useState<string>();
  const heading = useRef<HTMLHeadingElement>(null);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const isForAll = customerId === undefined;
  const Heading = isForAll ? 'h1' : 'h2';

  const queryOf = (french: boolean, kind: RecordList, accepts = acceptsUnknown) => ({
    list: kind,
    customerId,
    locale: french ? ('fr' as const) : undefined,
    unknown: accepts ? ('accepted' as const) : undefined,
  });
  const clear = () => {
    running.current?.abort();
    setChosen(undefined);
    setShown(undefined);
    setResult(undefined);
    setError(undefined);
    setBusy(undefined);
  };
  const fail = (failure: unknown) => {
    reportError(failure);
    // The message says what is wrong with the file, and where.
    const known = isApiError(failure, 'invalid_file') ? translate(failure.message, importCopy.fileErrors) : undefined;
    setError(known ?? messageOf(failure, copy));
  };
  /** Only the newest file counts: another one may be chosen while the first is still being read. */
  const run = async (kind: 'reading' | 'applying', work: (signal: AbortSignal) => Promise<void>) => {
    running.current?.abort();
    const abort = new AbortController();
    running.current = abort;
    setError(undefined);
    setBusy(kind);
    try {
      await work(abort.signal);
    } catch (failure) {
      if (!abort.signal.aborted) fail(failure);
    } finally {
      if (!abort.signal.aborted) setBusy(undefined);
    }
  };
  const preview = (file: Chosen, french = isFrench, kind = list, accepts = acceptsUnknown) => {
    setChosen(file);
    setShown(undefined);
    setResult(undefined);
    return run('reading', async (signal) => {
      const query = queryOf(french, kind, accepts);
      const [plan] = await Promise.all([
        api.desk.imports.preview.$post({ query }, { file: file.file, signal }),
        loadPlan(),
      ]);
      setShown({ plan, isNewPlan: false });
      announce(summaryOf(plan, importCopy));
    });
  };
  const choose = (file: File) => {
    clear();
    const size = formats.bytes(file.size);
    if (file.size > maxImportBytes) return setError(importCopy.tooLarge(size));
    if (file.size === 0) return setError(importCopy.emptyFile);
    if (!/\.(csv|txt)$/i.test(file.name) && file.type !== 'text/csv') return setError(importCopy.notCsv);
    return void preview({ file: new Blob([file], { type: 'text/csv' }), name: file.name, size });
  };
  const apply = ({ plan }: Shown, { file }: Chosen) =>
    run('applying', async (signal) => {
      const query = { ...queryOf(isFrench, list), hash: plan.hash };
      try {
        setResult(await api.desk.imports.apply.$post({ query }, { file, signal }));
        setShown(undefined);
        void client.invalidateQueries({ queryKey: ['desk'] });
        announce(importCopy.done);
      } catch (failure) {
        const current = currentState(failure, 'plan_changed', api.desk.imports.preview.$post);
        if (current === undefined) throw failure;
        setShown({ plan: current, isNewPlan: true });
      }
    });
  const downloadRejected = ({ file }: Chosen) =>
    run('reading', async (signal) => {
      const rejected = await api.desk.imports['export-rejected'].$post(
        { query: queryOf(isFrench, list) },
        { file, signal },
      );
      const text = rejectedCsv(rejected, importCopy.errors, describe);
      const name = exportName(importCopy.rejectedName(copy.records[list].title), undefined, new Date());
      download(new Blob([text], { type: 'text/csv;charset=utf-8' }), name);
    });
  const reset = () => {
    clear();
    heading.current?.focus();
  };

  return (
    <section className="grid max-w-5xl gap-5">
      <div>
        <Heading ref={heading} tabIndex={-1} className={isForAll ? 'text-2xl outline-none' : 'text-xl outline-none'}>
          {importCopy.title}
        </Heading>
        <p className="mt-1 text-sm text-muted">
          {importCopy.description} {isForAll && importCopy.allCustomers}
        </p>
      </div>
      <div className="grid gap-5 border border-line bg-surface p-5 max-sm:p-4 sm:p-6">
        <FileOptions
          list={list}
          isFrench={isFrench}
          isForAll={isForAll}
          onListChange={(next) => {
            setList(next);
            if (chosen) void preview(chosen, isFrench, next);
          }}
          onFrenchChange={(next) => {
            setIsFrench(next);
            if (chosen) void preview(chosen, next);
          }}
        />
        <DropZone
          copy={chosen === undefined ? importCopy : { ...importCopy, choose: importCopy.another }}
          accept=".csv,text/csv"
          onChoose={([file]) => file && choose(file)}
        >
          {chosen && (
            <p className="text-sm font-semibold wrap-anywhere">
              {chosen.name} <span className="font-normal text-muted">({chosen.size})</span>
            </p>
          )}
        </DropZone>
        <FormError message={error} />
        {busy !== undefined && (
          <p role="status" className="flex items-center gap-3 text-sm text-muted">
            <Spinner />
            {busy === 'reading' ? importCopy.reading : importCopy.applying}
          </p>
        )}
      </div>
      {shown && chosen && (
        <Suspense fallback={null}>
          {' '}
          <Plan
            key={shown.plan.hash}
            shown={shown}
            list={list}
            hasCustomers={isForAll}
            isBusy={busy !== undefined}
            acceptsUnknown={acceptsUnknown}
            onAccept={(accepts) => {
              setAcceptsUnknown(accepts);
              void preview(chosen, isFrench, list, accepts);
            }}
            onDownload={() => void downloadRejected(chosen)}
            onApply={() => void apply(shown, chosen)}
            onReset={reset}
          />
        </Suspense>
      )}
      {result && <Done result={result} list={list} customerId={customerId} onReset={reset} />}
    </section>
  );
}

const summaryOf = ({ counts }: ImportPlan, copy: ImportCopy) =>
  (['added', 'changed', 'unchanged', 'rejected'] as const)
    .map((kind) => copy.counted(copy[kind], counts[kind]))
    .join(', ');

type DoneProps = { result: ImportResult; list: RecordList; customerId: string | undefined; onReset: () => void };

function Done({ result: { added, changed }, list, customerId, onReset }: DoneProps) {
  const copy = useImportCopy();
  const formats = useFormats();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const parts = [
    ...(added > 0 ? [formats.plural(added, copy.doneAdded)] : []),
    ...(changed > 0 ? [formats.plural(changed, copy.doneChanged)] : []),
  ];
  return (
    <div className="grid justify-items-start gap-3 border border-line bg-success-tint p-6">
      <h3 ref={heading} tabIndex={-1} className="flex items-center gap-2.5 text-lg text-success outline-none">
        <Icon name="badge-check" className="size-6" />
        {copy.done}
      </h3>
      <p className="text-sm">{parts.length === 0 ? copy.doneBefore : `${parts.join(', ')}.`}</p>
      <p className="flex flex-wrap gap-3">
        {customerId !== undefined && (
          <Link to={customerPath(customerId, list)} className={buttonClass('primary', 'sm')}>
            {copy.showRecords}
          </Link>
        )}
        <Button variant="secondary" size="sm" onClick={onReset}>
          {copy.again}
        </Button>
      </p>
    </div>
  );
}
