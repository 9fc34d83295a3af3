import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import { CustomerChooser } from '#app/desk/components/customer-chooser.tsx';
import { messageOf, useDesk } from '#app/desk/components/desk-context.ts';
import { currentState } from '#app/lib/current-state.ts';
import { useFormats } from '#app/lib/portal-context.ts';
import type { DocumentsCopy } from '../copy/documents.fr.ts';
import { maxFileBytes } from '#contract/file-types.ts';
import { type Choice, DocumentRow, type Entry, isApplicable } from './document-row.tsx';
import { DropZone } from '#app/desk/import/import-file.tsx';
import { invoicingApi } from '../shared/invoicing-api.ts';

/** A browser sends two files at a time; more would wait for the server. */
const parallel = 2;

/** Invoices of the books: each file is read, shown, and stored once staff agree. */
export function DocumentImport({ copy }: { copy: DocumentsCopy }) {
  const { copy: deskCopy, announce, reportError } = useDesk();
  const formats = useFormats();
  const client = useQueryClient();
  const [entries, setEntries] = useState<readonly Entry[]>([]);
  const [choosingFor, setChoosingFor] = useState<Entry>();
  const serial = useRef(0);
  const leaving = useRef(new AbortController());
  useEffect(() => {
    const abort = new AbortController();
    leaving.current = abort;
    return () => abort.abort();
  }, []);
  const update = (key: number, change: Partial<Entry>) =>
    setEntries((all) => all.map((one) => (one.key === key ? { ...one, ...change } : one)));
  const fail = (key: number, error: unknown) => {
    if (leaving.current.signal.aborted) return;
    reportError(error);
    update(key, { state: 'failed', error: messageOf(error, deskCopy) });
  };
  const queryOf = ({ name, choice: { customer, remembers, replaces } }: Entry) => ({
    name,
    customerId: customer?.id,
    remember: remembers ? ('siren' as const) : undefined,
    replace: replaces ? ('document' as const) : undefined,
  });

  const read = async (entry: Entry) => {
    update(entry.key, { state: 'reading', error: undefined, choice: entry.choice });
    try {
      const options = { file: entry.file, signal: leaving.current.signal };
      const plan = await invoicingApi.documents.imports['preview-document'].$post({ query: queryOf(entry) }, options);
      update(entry.key, { state: 'read', plan, isNewPlan: false });
    } catch (error) {
      fail(entry.key, error);
    }
  };
  const apply = async (entry: Entry) => {
    if (entry.plan === undefined) return;
    update(entry.key, { state: 'applying', error: undefined });
    try {
      const accept = entry.plan.needsAcceptance ? ('contradictions' as const) : undefined;
      const query = { ...queryOf(entry), hash: entry.plan.hash, accept };
      const options = { file: entry.file, signal: leaving.current.signal };
      const { plan, invoiceId } = await invoicingApi.documents.imports['apply-document'].$post({ query }, options);
      update(entry.key, { state: invoiceId === null ? 'read' : 'stored', plan, isNewPlan: false });
      announce(invoiceId === null ? copy.secondPerson.asked : copy.stored);
    } catch (error) {
      const current = currentState(error, 'plan_changed', invoicingApi.documents.imports['preview-document'].$post);
      if (current === undefined) fail(entry.key, error);
      else update(entry.key, { state: 'read', plan: current, isNewPlan: true });
    }
  };
  /** In their order, a few at a time. */
  const runAll = async (wanted: readonly Entry[], work: (entry: Entry) => Promise<void>) => {
    const waiting = [...wanted];
    const next = async () => {
      for (let entry = waiting.shift(); entry !== undefined; entry = waiting.shift()) await work(entry);
    };
    await Promise.all(Array.from({ length: parallel }, next));
  };
  const add = async (files: readonly File[]) => {
    const added = files.map((file): Entry => {
      serial.current += 1;
      const error = file.size > maxFileBytes ? copy.tooLarge : file.size === 0 ? copy.emptyFile : undefined;
      return {
        key: serial.current,
        name: file.name,
        file: new Blob([file], { type: 'application/octet-stream' }),
        size: formats.bytes(file.size),
        state: error === undefined ? 'reading' : 'invalid',
        error,
        choice: { customer: undefined, remembers: false, replaces: false },
      };
    });
    setEntries((all) => [...all, ...added]);
    const readable = added.filter(({ error }) => error === undefined);
    await runAll(readable, read);
    announce(copy.summary(readable.length, added.length));
  };
  const choose = (entry: Entry, choice: Partial<Choice>) => read({ ...entry, choice: { ...entry.choice, ...choice } });
  const store = async (wanted: readonly Entry[]) => {
    await runAll(wanted, apply);
    void client.invalidateQueries({ queryKey: ['desk'] });
  };
  const ready = entries.filter((entry) => isApplicable(entry) && entry.plan?.needsAcceptance === false);

  return (
    <section className="grid max-w-5xl gap-5">
      <div>
        <h1 className="text-2xl">{copy.title}</h1>
        <p className="mt-1 text-sm text-muted">{copy.description}</p>
        <p className="mt-1 text-sm text-muted">{copy.pictureHint}</p>
      </div>
      <div className="border border-line bg-surface p-5 max-sm:p-4 sm:p-6">
        <DropZone
          copy={copy}
          accept=".pdf,.xml,application/pdf,application/xml,text/xml"
          isMultiple
          onChoose={(files) => void add(files)}
        />
      </div>
      {entries.length === 0 ? (
        <p className="text-sm text-muted">{copy.empty}</p>
      ) : (
        <ul aria-label={copy.list} className="grid gap-3">
          {entries.map((entry) => (
            <DocumentRow
              key={entry.key}
              entry={entry}
              copy={copy}
              onApply={() => void store([entry])}
              onRetry={() => void read(entry)}
              onChoose={(choice) => void choose(entry, choice)}
              onChooseCustomer={() => setChoosingFor(entry)}
              onRemove={() => setEntries((all) => all.filter(({ key }) => key !== entry.key))}
            />
          ))}
        </ul>
      )}
      {ready.length > 1 && (
        <div className="flex flex-wrap items-center gap-3">
          <Button onClick={() => void store(ready)}>{formats.plural(ready.length, copy.applyAll)}</Button>
          <p className="text-sm text-muted">{copy.applyAllHint}</p>
        </div>
      )}
      {choosingFor && (
        <CustomerChooser
          title={copy.chooseCustomer}
          label={copy.customers}
          onChoose={(customer) => {
            setChoosingFor(undefined);
            void choose(choosingFor, { customer });
          }}
          onClose={() => setChoosingFor(undefined)}
        />
      )}
    </section>
  );
}
