import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import { CheckboxField } from '#app/components/ui/field.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import type { ImportPlan } from '#contract/desk-records.ts';
import type { RecordList } from '#contract/staff.ts';
import { useDesk, useImportCopy } from '#app/desk/components/desk-context.ts';
import { useFormats } from '#app/lib/portal-context.ts';
import { translate, useCells } from './import-cells.ts';

export type Shown = { plan: ImportPlan; isNewPlan: boolean };
interface PlanProps {
  shown: Shown;
  list: RecordList;
  /** Whether the file names the customer of each row. */
  hasCustomers: boolean;
  isBusy: boolean;
  /** Whether statuses that are not known are stored as they are. */
  acceptsUnknown: boolean;
  onAccept: (accepts: boolean) => void;
  onDownload: () => void;
  onApply: () => void;
  onReset: () => void;
}

export function Plan(props: PlanProps) {
  const { shown, list, hasCustomers, isBusy, acceptsUnknown, onAccept, onDownload, onApply, onReset } = props;
  const { plan, isNewPlan } = shown;
  const { dialog } = useDesk().copy;
  const formats = useFormats();
  const copy = useImportCopy();
  const { nameOf, valueOf } = useCells(list);
  const { counts } = plan;
  const changes = counts.added + counts.changed;
  const hasUnknownStatus = plan.unknown.some(({ column }) => column === 'status');
  const summary = useRef<HTMLDListElement>(null);
  useEffect(() => {
    summary.current?.focus({ preventScroll: true });
    summary.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <div className="grid gap-5">
      {isNewPlan && (
        <p role="alert" className="flex gap-2.5 bg-sun-tint px-4 py-3 text-sm font-semibold text-sun-ink">
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
      {(plan.unknown.length > 0 || acceptsUnknown) && (
        <div className="grid gap-1 bg-sun-tint px-4 py-3 text-sm text-sun-ink">
          {plan.unknown.length > 0 && <p className="font-semibold">{copy.unknownValues}</p>}
          {plan.unknown.map(({ column, value, rows }) => (
            <p key={`${column} ${value}`} className="wrap-anywhere">
              {formats.plural(rows, copy.unknownValue(nameOf(column), value))}
            </p>
          ))}
          {list === 'invoices' && hasUnknownStatus && <p>{copy.unknownInvoiceStatus}</p>}
          {(hasUnknownStatus || acceptsUnknown) && (
            <CheckboxField
              label={copy.accept}
              hint={copy.acceptHint}
              checked={acceptsUnknown}
              onChange={({ target }) => onAccept(target.checked)}
            />
          )}
        </div>
      )}
      <PlanRows title={copy.rejected} total={counts.rejected} shown={plan.rejected.length}>
        {plan.rejected.map(({ line, problems, ...owner }) => (
          <PlanRow key={line} line={line}>
            {hasCustomers && owner.customer !== '' && <RowName {...owner} />}
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
        {plan.changed.map(({ line, name, changes: values, ...owner }) => (
          <PlanRow key={line} line={line}>
            <RowName name={name} {...(hasCustomers && owner)} />
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
        {plan.added.map(({ line, name, values, ...owner }) => (
          <PlanRow key={line} line={line}>
            <RowName name={name} {...(hasCustomers && owner)} />
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
        {counts.rejected > 0 && (
          <Button variant="secondary" size="sm" disabled={isBusy} onClick={onDownload}>
            <Icon name="download" className="size-4" />
            {copy.download}
          </Button>
        )}
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

type RowNameProps = { name?: string; customer?: string; writtenAs?: string | null };

/** With the customer, and how the file names it where that differs. */
function RowName({ name, customer, writtenAs = null }: RowNameProps) {
  const copy = useImportCopy();
  return (
    <p className="flex flex-wrap items-baseline gap-x-4 wrap-anywhere">
      {name !== undefined && <span className="font-semibold">{name}</span>}
      {customer !== undefined && <span className="text-muted">{customer}</span>}
      {writtenAs !== null && (
        <span className="rounded-sm bg-sun-tint px-1.5 text-xs text-sun-ink">{copy.writtenAs(writtenAs)}</span>
      )}
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
