import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import type { ImportCopy } from '#content/desk/fr/import.ts';
import type { ImportPlan } from '#contract/desk-records.ts';
import type { RecordList } from '#contract/staff.ts';
import { labelOf, useDesk, useImportCopy } from '#app/desk/components/desk-context.ts';
import { useFormats } from '#app/lib/portal-context.ts';
import { codeLabel } from '#app/desk/records/record-columns.tsx';
import { importColumns } from './import-file.tsx';

export type Shown = { plan: ImportPlan; isNewPlan: boolean };
interface PlanProps {
  shown: Shown;
  list: RecordList;
  /** Whether the file names the customer of each row. */
  hasCustomers: boolean;
  isBusy: boolean;
  onApply: () => void;
  onReset: () => void;
}

/** The columns and values of the file, as the lists of the desk show them. */
function useCells(list: RecordList) {
  const { copy, currency } = useDesk();
  const formats = useFormats();
  const importCopy = useImportCopy();
  const columns = new Map(importColumns(list, copy, importCopy).map((column) => [column.name, column]));
  return {
    nameOf: (name: string) => columns.get(name)?.label ?? name,
    valueOf: (name: string, value: string | null) => {
      if (value === null || value === '') return importCopy.emptyValue;
      const { kind, field } = columns.get(name) ?? { kind: 'text', field: name };
      if (kind === 'amount') return formats.amount(value, currency);
      if (kind === 'day') return formats.day(value);
      // A day in the file is stored as its first moment in UTC.
      if (kind === 'moment')
        return value.endsWith('T00:00:00.000000Z') ? formats.day(value.slice(0, 10)) : formats.moment(value);
      if (field === 'status') return labelOf(copy.statuses[list], value) ?? value;
      return kind === 'code' ? codeLabel(copy, list, field, value) : value;
    },
  };
}

export function Plan({ shown: { plan, isNewPlan }, list, hasCustomers, isBusy, onApply, onReset }: PlanProps) {
  const { dialog } = useDesk().copy;
  const formats = useFormats();
  const copy = useImportCopy();
  const { nameOf, valueOf } = useCells(list);
  const { counts } = plan;
  const changes = counts.added + counts.changed;
  const summary = useRef<HTMLDListElement>(null);
  useEffect(() => {
    summary.current?.focus({ preventScroll: true });
    summary.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <div className="grid gap-5">
      {isNewPlan && (
        <p role="alert" className="flex gap-2.5 rounded-md bg-sun-tint px-4 py-3 text-sm font-semibold text-sun-ink">
          <Icon name="refresh" className="mt-0.5 size-4.5" />
          {copy.changedPlan}
        </p>
      )}
      <dl ref={summary} tabIndex={-1} className="plan-counts">
        {(['added', 'changed', 'unchanged', 'rejected'] as const).map((kind) => (
          <div key={kind} data-kind={counts[kind] > 0 ? kind : undefined}>
            <dt>{copy[kind]}</dt>
            <dd>{formats.number(counts[kind])}</dd>
          </div>
        ))}
      </dl>
      {plan.unknown.length > 0 && (
        <div className="grid gap-1 rounded-md bg-sun-tint px-4 py-3 text-sm text-sun-ink">
          <p className="font-semibold">{copy.unknownValues}</p>
          {plan.unknown.map(({ column, value, rows }) => (
            <p key={`${column} ${value}`} className="wrap-anywhere">
              {formats.plural(rows, copy.unknownValue(nameOf(column), value))}
            </p>
          ))}
          {list === 'invoices' && plan.unknown.some(({ column }) => column === 'status') && (
            <p>{copy.unknownInvoiceStatus}</p>
          )}
        </div>
      )}
      <PlanRows title={copy.rejected} total={counts.rejected} shown={plan.rejected.length}>
        {plan.rejected.map(({ line, problems }) => (
          <PlanRow key={line} line={line}>
            {problems.map(({ column, reason }) => (
              <p key={column} className="wrap-anywhere">
                <span className="font-semibold">{column === '' ? copy.wholeRow : nameOf(column)}</span>{' '}
                {translate(reason, copy.reasons) ?? copy.unknownReason}
              </p>
            ))}
          </PlanRow>
        ))}
      </PlanRows>
      <PlanRows title={copy.changed} total={counts.changed} shown={plan.changed.length}>
        {plan.changed.map(({ line, name, customer, changes: values }) => (
          <PlanRow key={line} line={line}>
            <RowName name={name} customer={hasCustomers ? customer : undefined} />
            <ul className="mt-1 grid gap-1">
              {values.map(({ column, from, to }) => (
                <li key={column} className="flex flex-wrap items-baseline gap-x-2">
                  <span className="text-muted">{nameOf(column)}</span>
                  <del className="rounded-sm bg-danger-tint px-1.5 text-danger wrap-anywhere">
                    <span className="sr-only">{copy.before} </span>
                    {valueOf(column, from)}
                  </del>
                  <Icon name="arrow-right" className="size-3.5 self-center text-muted" />
                  <ins className="rounded-sm bg-success-tint px-1.5 text-success no-underline wrap-anywhere">
                    <span className="sr-only">{copy.after} </span>
                    {valueOf(column, to)}
                  </ins>
                </li>
              ))}
            </ul>
          </PlanRow>
        ))}
      </PlanRows>
      <PlanRows title={copy.added} total={counts.added} shown={plan.added.length}>
        {plan.added.map(({ line, name, customer, values }) => (
          <PlanRow key={line} line={line}>
            <RowName name={name} customer={hasCustomers ? customer : undefined} />
            <p className="flex flex-wrap gap-x-4 text-muted">
              {Object.entries(values)
                .filter(([, value]) => value !== null && value !== name)
                .map(([column, value]) => (
                  <span key={column} className="wrap-anywhere">
                    {nameOf(column)} <span className="text-ink">{valueOf(column, value)}</span>
                  </span>
                ))}
            </p>
          </PlanRow>
        ))}
      </PlanRows>
      <div className="plan-actions">
        <p className="min-w-0 grow basis-60 text-sm text-muted">
          {counts.rejected > 0 ? copy.blocked : changes === 0 ? copy.nothing : ''}
        </p>
        <Button variant="secondary" size="sm" onClick={onReset}>
          {dialog.cancel}
        </Button>
        {counts.rejected === 0 && changes > 0 && (
          <Button size="sm" disabled={isBusy} onClick={onApply}>
            {formats.plural(changes, copy.apply)}
          </Button>
        )}
      </div>
    </div>
  );
}

type PlanRowsProps = { title: string; total: number; shown: number; children: ReactNode };

function PlanRows({ title, total, shown, children }: PlanRowsProps) {
  const { firstOnly } = useImportCopy();
  const formats = useFormats();
  if (total === 0) return null;
  return (
    <details open className="plan-rows">
      <summary>
        {title} <span className="font-normal text-muted tabular-nums">{formats.number(total)}</span>
      </summary>
      <ul className="divide-y divide-line border-t border-line">{children}</ul>
      {shown < total && <p className="border-t border-line px-5 py-3 text-muted">{firstOnly(formats.number(shown))}</p>}
    </details>
  );
}

function RowName({ name, customer }: { name: string; customer: string | undefined }) {
  return (
    <p className="flex flex-wrap gap-x-4 wrap-anywhere">
      <span className="font-semibold">{name}</span>
      {customer !== undefined && <span className="text-muted">{customer}</span>}
    </p>
  );
}

function PlanRow({ line, children }: { line: number; children: ReactNode }) {
  const copy = useImportCopy();
  return (
    <li className="grid gap-x-4 gap-y-1 px-5 py-3 max-sm:px-4 sm:grid-cols-[6rem_minmax(0,1fr)]">
      <span className="text-muted tabular-nums">{copy.line(line)}</span>
      <div className="min-w-0">{children}</div>
    </li>
  );
}

/** A sentence of the API in French; undefined if it is not known here. */
export function translate(sentence: string, translations: ImportCopy['reasons']): string | undefined {
  for (const { pattern, text } of translations) {
    const found = pattern.exec(sentence);
    if (found === null) continue;
    return typeof text === 'string' ? text : text(...found.slice(1).map((part) => part.replaceAll(/^"|"$/g, '')));
  }
  return undefined;
}
