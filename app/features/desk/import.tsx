import { useQueryClient } from '@tanstack/react-query';
import { type DragEvent, useEffect, useId, useRef, useState } from 'react';
import { Link } from 'react-router';
import { Button, buttonClass } from '#app/components/ui/button.tsx';
import { classNames } from '#app/components/ui/class-names.ts';
import { Checkbox, RadioChips } from '#app/components/ui/field.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import { FormError } from '#app/components/ui/notice.tsx';
import { Spinner } from '#app/components/ui/spinner.tsx';
import { api, isApiError } from '#app/lib/api-client.ts';
import { currentState } from '#app/lib/current-state.ts';
import type { ImportPlan, ImportResult } from '#contract/desk-records.ts';
import { maxImportBytes, recordLists, type RecordList } from '#contract/staff.ts';
import type { DeskCopy } from '#content/schema/desk.ts';
import { customerPath, customersPath, messageOf, useDesk, useTitle } from './desk-context.ts';
import { fill, formatBytes, formatNumber } from './formats.ts';
import { Plan, type Shown } from './import-plan.tsx';
import { BackLink } from './ticket.tsx';

/** For files with rows of several customers. */
export function ImportPage() {
  const { copy } = useDesk();
  useTitle(copy.import.title);
  return (
    <div className="grid gap-5">
      <BackLink to={customersPath}>{copy.customer.back}</BackLink>
      <ImportPanel />
    </div>
  );
}

type Chosen = { file: Blob; name: string; size: number };

/** A file, what importing it would change, and then the change. */
export function ImportPanel({ customerId }: { customerId?: string }) {
  const { copy, announce, reportError } = useDesk();
  const client = useQueryClient();
  const [list, setList] = useState<RecordList>('invoices');
  const [isFrench, setIsFrench] = useState(true);
  const [chosen, setChosen] = useState<Chosen>();
  const [shown, setShown] = useState<Shown>();
  const [result, setResult] = useState<ImportResult>();
  const [busy, setBusy] = useState<'reading' | 'applying'>();
  const [error, setError] = useState<string>();
  const heading = useRef<HTMLHeadingElement>(null);
  const Heading = customerId === undefined ? 'h1' : 'h2';

  const queryOf = (french: boolean, kind: RecordList) => ({
    list: kind,
    customerId,
    locale: french ? ('fr' as const) : undefined,
  });
  const fail = (failure: unknown) => {
    reportError(failure);
    setError(
      // The message says what is wrong with the file, and where.
      isApiError(failure, 'invalid_file') ? failure.message : messageOf(failure, copy),
    );
  };
  const preview = async (file: Chosen, french = isFrench, kind = list) => {
    setChosen(file);
    setShown(undefined);
    setResult(undefined);
    setError(undefined);
    setBusy('reading');
    try {
      const plan = await api.desk.import.preview.$post({ query: queryOf(french, kind) }, { file: file.file });
      setShown({ plan, isNewPlan: false });
      announce(summaryOf(plan, copy));
    } catch (failure) {
      fail(failure);
    } finally {
      setBusy(undefined);
    }
  };
  const choose = (file: File) => {
    setError(undefined);
    if (file.size > maxImportBytes) return setError(copy.import.tooLarge);
    if (!/\.(csv|txt)$/i.test(file.name) && file.type !== 'text/csv') return setError(copy.import.notCsv);
    return void preview({ file: new Blob([file], { type: 'text/csv' }), name: file.name, size: file.size });
  };
  const apply = async ({ plan }: Shown, { file }: Chosen) => {
    setBusy('applying');
    setError(undefined);
    try {
      const applied = await api.desk.import.apply.$post(
        { query: { ...queryOf(isFrench, list), hash: plan.hash } },
        { file },
      );
      setResult(applied);
      setShown(undefined);
      void client.invalidateQueries({ queryKey: ['desk'] });
      announce(copy.import.done);
    } catch (failure) {
      const current = currentState(failure, 'plan_changed', api.desk.import.preview.$post);
      if (current === undefined) fail(failure);
      else {
        setShown({ plan: current, isNewPlan: true });
        announce(copy.import.changedPlan);
      }
    } finally {
      setBusy(undefined);
    }
  };
  const reset = () => {
    setChosen(undefined);
    setShown(undefined);
    setResult(undefined);
    setError(undefined);
    heading.current?.focus();
  };

  return (
    <section className="grid max-w-5xl gap-5">
      <div>
        <Heading ref={heading} tabIndex={-1} className="text-xl outline-none">
          {copy.import.title}
        </Heading>
        <p className="mt-1 text-sm text-muted">
          {copy.import.description} {customerId === undefined && copy.import.allCustomers}
        </p>
      </div>
      <div className="grid gap-5 rounded-lg border border-line bg-surface p-5 sm:p-6">
        <div
          className="import-lists"
          onChange={({ target }) => {
            const next = recordLists.find((one) => target instanceof HTMLInputElement && one === target.value);
            if (next === undefined) return;
            setList(next);
            if (chosen) void preview(chosen, isFrench, next);
          }}
        >
          <RadioChips
            legend={copy.import.list}
            name="list"
            defaultValue={list}
            options={recordLists.map((value) => ({ value, label: copy.records[value].title }))}
          />
        </div>
        {/* oxlint-disable-next-line jsx-a11y/label-has-associated-control -- the checkbox is in it */}
        <label className="flex items-start gap-3 text-sm">
          <Checkbox
            checked={isFrench}
            onChange={({ target }) => {
              setIsFrench(target.checked);
              if (chosen) void preview(chosen, target.checked);
            }}
          />
          <span>
            <span className="block font-semibold">{copy.import.french}</span>
            <span className="text-muted">{copy.import.frenchHint}</span>
          </span>
        </label>
        <DropZone chosen={chosen} onChoose={choose} />
        <FormError message={error} />
        {busy !== undefined && (
          <p role="status" className="flex items-center gap-3 text-sm text-muted">
            <Spinner />
            {busy === 'reading' ? copy.import.reading : copy.import.applying}
          </p>
        )}
      </div>
      {shown && chosen && (
        <Plan
          key={shown.plan.hash}
          shown={shown}
          isBusy={busy !== undefined}
          onApply={() => void apply(shown, chosen)}
          onReset={reset}
        />
      )}
      {result && <Done result={result} list={list} customerId={customerId} onReset={reset} />}
    </section>
  );
}

const summaryOf = ({ counts }: ImportPlan, { import: copy }: DeskCopy) =>
  (['added', 'changed', 'unchanged', 'rejected'] as const).map((kind) => `${copy[kind]} : ${counts[kind]}`).join(', ');

function DropZone({ chosen, onChoose }: { chosen: Chosen | undefined; onChoose: (file: File) => void }) {
  const { copy } = useDesk();
  const id = useId();
  const [isOver, setIsOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    const file = event.dataTransfer.files[0];
    if (file !== undefined) onChoose(file);
  };
  return (
    <div
      className={classNames('drop-zone', isOver && 'drop-zone-over')}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      <Icon name="file-text" className="size-7 text-azure" />
      {chosen === undefined ? (
        <p className="font-semibold max-sm:hidden">{copy.import.drop}</p>
      ) : (
        <p className="font-semibold wrap-anywhere">
          {chosen.name} <span className="font-normal text-muted">({formatBytes(chosen.size)})</span>
        </p>
      )}
      <input
        id={id}
        type="file"
        accept=".csv,text/csv"
        aria-describedby={`${id}-limits`}
        className="peer sr-only"
        onChange={({ target }) => {
          const file = target.files?.[0];
          if (file !== undefined) onChoose(file);
          // The same file can be chosen again, after it was corrected.
          target.value = '';
        }}
      />
      <label
        htmlFor={id}
        className={buttonClass(
          'secondary',
          'sm',
          'cursor-pointer peer-focus-visible:outline-3 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-azure',
        )}
      >
        {chosen === undefined ? copy.import.choose : copy.import.another}
      </label>
      <p id={`${id}-limits`} className="text-xs text-muted">
        {copy.import.limits}
      </p>
    </div>
  );
}

type DoneProps = { result: ImportResult; list: RecordList; customerId: string | undefined; onReset: () => void };

function Done({ result: { added, changed }, list, customerId, onReset }: DoneProps) {
  const { copy } = useDesk();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="grid justify-items-start gap-3 rounded-lg border border-line bg-success-tint p-6">
      <h3 ref={heading} tabIndex={-1} className="flex items-center gap-2.5 text-lg text-success outline-none">
        <Icon name="badge-check" className="size-6" />
        {copy.import.done}
      </h3>
      <p>
        {added + changed === 0
          ? copy.import.doneBefore
          : fill(copy.import.doneDetail, { added: formatNumber(added), changed: formatNumber(changed) })}
      </p>
      <p className="flex flex-wrap gap-3">
        {customerId !== undefined && (
          <Link to={customerPath(customerId, list)} className={buttonClass('primary', 'sm')}>
            {copy.import.showRecords}
          </Link>
        )}
        <Button variant="secondary" size="sm" onClick={onReset}>
          {copy.import.another}
        </Button>
      </p>
    </div>
  );
}
