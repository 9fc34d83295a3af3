import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import type { DeskCopy } from '#content/schema/desk.ts';
import type { ImportPlan } from '#contract/desk-records.ts';
import { useDesk } from './desk-context.ts';
import { countOf, fill, formatNumber } from './formats.ts';

export type Shown = { plan: ImportPlan; isNewPlan: boolean };
type PlanProps = { shown: Shown; isBusy: boolean; onApply: () => void; onReset: () => void };

export function Plan({ shown: { plan, isNewPlan }, isBusy, onApply, onReset }: PlanProps) {
  const { copy } = useDesk();
  const { counts } = plan;
  const changes = counts.added + counts.changed;
  const summary = useRef<HTMLDListElement>(null);
  useEffect(() => summary.current?.focus(), []);
  return (
    <div className="grid gap-5">
      {isNewPlan && (
        <p role="alert" className="flex gap-2.5 rounded-md bg-sun-tint px-4 py-3 text-sm font-semibold text-sun-ink">
          <Icon name="refresh" className="mt-0.5 size-4.5" />
          {copy.import.changedPlan}
        </p>
      )}
      <dl ref={summary} tabIndex={-1} className="grid grid-cols-2 gap-3 outline-none sm:grid-cols-4">
        {(['added', 'changed', 'unchanged', 'rejected'] as const).map((kind) => (
          <div key={kind} className="plan-count" data-kind={counts[kind] > 0 ? kind : undefined}>
            <dt className="text-sm text-muted">{copy.import[kind]}</dt>
            <dd className="font-heading text-3xl font-bold tabular-nums">{formatNumber(counts[kind])}</dd>
          </div>
        ))}
      </dl>
      <PlanRows title={copy.import.rejected} total={counts.rejected} shown={plan.rejected.length}>
        {plan.rejected.map(({ line, column, reason }) => (
          <PlanRow key={`${line} ${column} ${reason}`} line={line}>
            <p className="wrap-anywhere">
              <span className="font-semibold">{column === '' ? copy.import.wholeRow : column}</span>{' '}
              {translateReason(reason, copy)}
            </p>
          </PlanRow>
        ))}
      </PlanRows>
      <PlanRows title={copy.import.changed} total={counts.changed} shown={plan.changed.length}>
        {plan.changed.map(({ line, name, changes: values }) => (
          <PlanRow key={line} line={line}>
            <p className="font-semibold wrap-anywhere">{name}</p>
            <ul className="mt-1 grid gap-1">
              {values.map(({ column, from, to }) => (
                <li key={column} className="flex flex-wrap items-baseline gap-x-2 text-sm">
                  <span className="text-muted">{column}</span>
                  <del className="rounded-sm bg-danger-tint px-1.5 text-danger wrap-anywhere">
                    <span className="sr-only">{copy.import.before} </span>
                    {from ?? copy.import.emptyValue}
                  </del>
                  <Icon name="arrow-right" className="size-3.5 self-center text-muted" />
                  <ins className="rounded-sm bg-success-tint px-1.5 text-success no-underline wrap-anywhere">
                    <span className="sr-only">{copy.import.after} </span>
                    {to ?? copy.import.emptyValue}
                  </ins>
                </li>
              ))}
            </ul>
          </PlanRow>
        ))}
      </PlanRows>
      <PlanRows title={copy.import.added} total={counts.added} shown={plan.added.length}>
        {plan.added.map(({ line, name, values }) => (
          <PlanRow key={line} line={line}>
            <p className="font-semibold wrap-anywhere">{name}</p>
            <p className="flex flex-wrap gap-x-4 text-sm text-muted">
              {Object.entries(values)
                .filter(([, value]) => value !== null && value !== name)
                .map(([column, value]) => (
                  <span key={column} className="wrap-anywhere">
                    {column} <span className="text-ink">{value}</span>
                  </span>
                ))}
            </p>
          </PlanRow>
        ))}
      </PlanRows>
      <div className="plan-actions">
        <p className="min-w-0 grow text-sm text-muted">
          {counts.rejected > 0 ? copy.import.blocked : changes === 0 ? copy.import.nothing : ''}
        </p>
        <Button variant="secondary" size="sm" onClick={onReset}>
          {copy.dialog.cancel}
        </Button>
        {counts.rejected === 0 && changes > 0 && (
          <Button size="sm" disabled={isBusy} onClick={onApply}>
            {countOf(copy.import.apply, changes)}
          </Button>
        )}
      </div>
    </div>
  );
}

type PlanRowsProps = { title: string; total: number; shown: number; children: ReactNode };

function PlanRows({ title, total, shown, children }: PlanRowsProps) {
  const { copy } = useDesk();
  if (total === 0) return null;
  return (
    <details open className="rounded-lg border border-line bg-surface">
      <summary className="flex min-h-12 cursor-pointer items-center gap-2 px-5 font-semibold">
        {title} <span className="text-muted tabular-nums">{formatNumber(total)}</span>
      </summary>
      <ul className="divide-y divide-line border-t border-line">{children}</ul>
      {shown < total && (
        <p className="border-t border-line px-5 py-3 text-sm text-muted">
          {fill(copy.import.firstOnly, { count: formatNumber(shown) })}
        </p>
      )}
    </details>
  );
}

function PlanRow({ line, children }: { line: number; children: ReactNode }) {
  const { copy } = useDesk();
  return (
    <li className="grid gap-x-4 gap-y-1 px-5 py-3 sm:grid-cols-[6rem_minmax(0,1fr)]">
      <span className="text-sm text-muted tabular-nums">{fill(copy.import.line, { line })}</span>
      <div className="min-w-0">{children}</div>
    </li>
  );
}

/** The API explains in English; one that is not known here is shown as it is. */
export function translateReason(reason: string, { import: { reasons } }: DeskCopy): string {
  for (const { pattern, text } of reasons) {
    const found = new RegExp(pattern, 's').exec(reason);
    if (found !== null)
      return fill(text, Object.fromEntries(found.map((part, at) => [String(at), part.replaceAll(/^"|"$/g, '')])));
  }
  return reason;
}
