import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import { Button, buttonClass } from '#app/components/ui/button.tsx';
import { TextField } from '#app/components/ui/field.tsx';
import { Fact } from '#app/components/ui/fact.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import { textOf } from '#app/lib/form-text.ts';
import { dayOf } from '#app/lib/formats.ts';
import { useFormats } from '#app/lib/portal-context.ts';
import type { StatementPageCopy } from '#content/portal/en/record-pages.ts';
import { add, compare, subtract } from '#contract/decimal.ts';
import { maxPrintedMovements, type Statement } from '#contract/statement.ts';

export type Period = { from: string; to: string };

/** This year until today. */
export const currentPeriod = (now = new Date()): Period => ({
  from: `${dayOf(now).slice(0, 4)}-01-01`,
  to: dayOf(now),
});

type PeriodFormProps = {
  copy: StatementPageCopy;
  period: Period;
  onChange: (period: Period) => void;
  filePath: (format: 'csv' | 'pdf') => string;
  /** How many the statement has. */
  movements: number | undefined;
};

// All buttons on one line.
const onPhone = 'max-sm:grow max-sm:gap-1 max-sm:px-2';

/** The period, and the statement as a file. */
export function PeriodForm({ copy, period, onChange, filePath, movements = 0 }: PeriodFormProps) {
  const { number } = useFormats();
  const isTooLong = movements > maxPrintedMovements;
  const [key, setKey] = useState(0);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const [from, to] = [textOf(form, 'from'), textOf(form, 'to')];
    if (from === '' || to === '') return setKey(key + 1);
    onChange(from <= to ? { from, to } : { from: to, to: from });
  };
  return (
    <form
      key={`${period.from} ${period.to} ${key}`}
      onSubmit={submit}
      className="flex flex-wrap items-end gap-3 max-sm:gap-2 max-sm:*:max-w-[calc(50%-0.25rem)] print:hidden"
    >
      <TextField
        label={copy.from}
        name="from"
        type="date"
        required
        min="1970-01-01"
        max="2199-12-31"
        defaultValue={period.from}
      />
      <TextField
        label={copy.to}
        name="to"
        type="date"
        required
        min="1970-01-01"
        max="2199-12-31"
        defaultValue={period.to}
      />
      <Button type="submit" className={onPhone}>
        {copy.show}
      </Button>
      {(isTooLong ? (['csv'] as const) : (['csv', 'pdf'] as const)).map((format) => (
        <a key={format} href={filePath(format)} download className={buttonClass('secondary', 'md', onPhone)}>
          <Icon name="download" className="size-4" />
          {copy[format]}
        </a>
      ))}
      <Button variant="secondary" className={onPhone} onClick={() => window.print()}>
        <Icon name="printer" className="size-4" />
        {copy.print}
      </Button>
      {isTooLong && <p className="w-full text-sm text-muted">{copy.tooLong(number(maxPrintedMovements))}</p>}
    </form>
  );
}

/** All documents of a year, as one file. */
export const ArchiveLink = ({ href, label }: { href: string; label: string }) => (
  <a href={href} download className={buttonClass('secondary', 'sm', 'justify-self-start print:hidden')}>
    <Icon name="download" className="size-4" />
    {label}
  </a>
);

type StatementViewProps = {
  statement: Statement;
  copy: StatementPageCopy;
  level: 'h2' | 'h3';
  /** The page of an invoice or credit note. */
  invoicePath?: (number: string) => string;
};

export function StatementView({ statement, copy, level, invoicePath }: StatementViewProps) {
  const formats = useFormats();
  const amount = (value: string | null) => (value === null ? '' : formats.amount(value, statement.currency));
  const open = add('0', ...Object.values(statement.ageing));
  const unmatched = subtract(open, statement.closingBalance);
  const pastDue = subtract(open, statement.ageing.notDue);
  const balanceRow = (label: string, on: string, balance: string) => (
    <tr className="font-semibold">
      <td data-label={copy.columns.on}>{formats.day(on)}</td>
      <td colSpan={4}>{label}</td>
      <td data-label={copy.columns.balance}>{amount(balance)}</td>
    </tr>
  );
  return (
    // As a grid, a table on two sheets would cover what is below it: its heading is repeated.
    <div className="grid gap-4 print:block print:space-y-4">
      <div className="grid gap-3 rule-claim pt-4 pb-1">
        <dl className="invoice-sums tabular-nums">
          <Fact label={copy.closing} className="invoice-sum font-heading">
            {amount(statement.closingBalance)}
          </Fact>
          {compare(pastDue, '0') > 0 && (
            <Fact label={copy.pastDue} className="font-heading text-xl font-bold text-danger">
              {amount(pastDue)}
            </Fact>
          )}
        </dl>
        {compare(unmatched, '0') > 0 && <p className="text-sm text-muted">{copy.unmatched(amount(unmatched))}</p>}
      </div>
      <AgeingPanel ageing={statement.ageing} copy={copy.ageing} level={level} amount={amount} />
      <Panel title={<bdi>{statement.customer.name}</bdi>} level={level}>
        <table className="document-lines statement-lines">
          <thead>
            <tr>
              {Object.entries(copy.columns).map(([name, label]) => (
                <th key={name} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {balanceRow(copy.opening, statement.from, statement.openingBalance)}
            {statement.entries.map(({ on, kind, number, debit, credit, balance }, at) => (
              // oxlint-disable-next-line react/no-array-index-key -- rows that never move
              <tr key={at}>
                <td data-label={copy.columns.on}>{formats.day(on)}</td>
                <td>{copy.kinds[kind]}</td>
                <td className="wrap-anywhere">
                  {invoicePath && number !== null && (kind === 'invoice' || kind === 'credit_note') ? (
                    <Link to={invoicePath(number)} className="text-azure hover:underline">
                      <bdi>{number}</bdi>
                    </Link>
                  ) : (
                    number !== null && <bdi>{number}</bdi>
                  )}
                </td>
                <td data-label={debit === null ? undefined : copy.columns.debit}>{amount(debit)}</td>
                <td data-label={credit === null ? undefined : copy.columns.credit}>{amount(credit)}</td>
                <td data-label={copy.columns.balance}>{amount(balance)}</td>
              </tr>
            ))}
            {balanceRow(copy.closing, statement.to, statement.closingBalance)}
          </tbody>
        </table>
        {statement.entries.length === 0 && <p className="px-5 py-4 text-sm text-muted">{copy.empty}</p>}
      </Panel>
    </div>
  );
}

type AgeingPanelProps = {
  ageing: Statement['ageing'];
  copy: StatementPageCopy['ageing'];
  level: StatementViewProps['level'];
  amount: (value: string) => string;
};

/** How old what is open is: bricks in a line, each age as long as its part of it. */
function AgeingPanel({ ageing, copy, level, amount }: AgeingPanelProps) {
  const ages = Object.entries(ageing) as [keyof Statement['ageing'], string][];
  const open = ages.filter(([, sum]) => compare(sum, '0') > 0);
  return (
    <Panel title={copy.title} level={level} className="break-inside-avoid">
      <div className="grid gap-4 px-5 py-4">
        {open.length > 0 && (
          <div aria-hidden="true" className="age-bar">
            {open.map(([age, sum]) => (
              <span key={age} data-age={age} style={{ flexGrow: Number(sum) }} />
            ))}
          </div>
        )}
        <dl className="grid gap-x-4 gap-y-2 text-sm tabular-nums sm:grid-cols-5">
          {ages.map(([age, sum]) => (
            <div key={age} className="flex justify-between gap-2 sm:grid sm:content-between">
              <dt className="flex items-center gap-1.5 text-xs text-muted">
                <span data-age={age} className="h-2.5 w-5 shrink-0" />
                {copy[age]}
              </dt>
              <dd className="font-semibold">{amount(sum)}</dd>
            </div>
          ))}
        </dl>
      </div>
    </Panel>
  );
}
