import { type ComponentType, type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { Button } from '#app/components/ui/button.tsx';
import { classNames } from '#app/components/ui/class-names.ts';
import { Fact } from '#app/components/ui/fact.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import { Facts } from '#app/components/ui/parts.tsx';
import { dayOf, daysBetween, invoiceName } from '#app/lib/formats.ts';
import { useFormats } from '#app/lib/portal-context.ts';
import type { InvoicePageCopy } from '#content/portal/en/record-pages.ts';
import { compare } from '#contract/decimal.ts';
import type { InvoiceDetail, Settlement } from '#contract/record-detail.ts';
import { DocumentView } from './invoice-document.tsx';
import { FilesPanel, HistoryPanel, RecordHead } from './record-parts.tsx';

type InvoiceViewProps = {
  invoice: InvoiceDetail;
  copy: InvoicePageCopy;
  /** The currency of amounts outside the document, which has its own. */
  currency: string;
  status: ReactNode;
  none: string;
  invoicePath: (invoice: { id: string; number: string | null }) => string;
  filePath: (id: string) => string;
  methodOf: (method: string) => string;
  /** Beside the title. */
  actions?: ReactNode;
  /** Below the title. */
  detail?: ReactNode;
  /** Below what remains to be paid. */
  pay?: ReactNode;
  /** Before everything else beside the document. */
  side?: ReactNode;
  /** Beside each payment. */
  SettlementAction?: ComponentType<{ settlement: Settlement }>;
};

/** One invoice or credit note, in the portal and at the desk. */
export function InvoiceView(props: InvoiceViewProps) {
  const { invoice, copy, currency, status, none, invoicePath, filePath, actions, detail, pay, side } = props;
  const formats = useFormats();
  const amount = (value: string) => formats.amount(value, currency);
  const { document, credits, kind } = invoice;
  const isPaidElsewhere =
    !invoice.isUnpaid && invoice.status === 'paid' && compare(invoice.settled, invoice.amount) !== 0;
  const isOpen = invoice.isUnpaid && compare(invoice.remaining, '0') > 0;
  const isSettled = kind === 'invoice' && compare(invoice.settled, invoice.amount) === 0;
  const main = isOpen ? 'remaining' : isSettled ? 'settled' : 'amount';
  const facts: [label: string, value: ReactNode][] = [
    [copy.facts.issued, formats.day(invoice.issuedOn)],
    ...(['amount', 'settled', 'remaining'] as const)
      .filter((sum) => sum !== main)
      .map((sum): [string, ReactNode] => [copy.facts[sum], amount(invoice[sum])]),
    ...(credits === null
      ? []
      : [
          [
            copy.facts.credits,
            <Link key="credits" to={invoicePath(credits)} className="text-azure hover:underline">
              <bdi>{invoiceName(credits)}</bdi>
            </Link>,
          ] as [string, ReactNode],
        ]),
    ...(document?.deliveredOn ? [[copy.facts.period, formats.day(document.deliveredOn)] as [string, ReactNode]] : []),
    ...(document?.orderNumber ? [[copy.facts.order, document.orderNumber] as [string, ReactNode]] : []),
    ...(document?.contractNumber ? [[copy.facts.contract, document.contractNumber] as [string, ReactNode]] : []),
  ];
  // How to pay is as tall as a document: only the files stand below it then.
  const isTall = Boolean(pay) && document !== null;
  const files = <FilesPanel files={invoice.files} copy={copy.files} pathOf={filePath} />;
  const rest = (
    <>
      <Settlements {...props} />
      {!isTall && files}
      <HistoryPanel history={invoice.history} copy={copy.history} currency={currency} />
    </>
  );
  return (
    <article className="grid gap-5">
      <RecordHead title={copy.title(copy.kinds[kind], invoiceName(invoice))} status={status} detail={detail}>
        {actions}
        <Button variant="secondary" size="sm" onClick={() => window.print()}>
          <Icon name="printer" className="size-4" />
          {copy.print}
        </Button>
      </RecordHead>
      <section className="grid gap-3 rule-claim pt-4 pb-1">
        <h3 className="sr-only">{copy.facts.title}</h3>
        <dl className="invoice-sums tabular-nums">
          <Fact label={copy.facts[main]} className="invoice-sum font-heading">
            {amount(invoice[main])}
          </Fact>
          <Fact label={copy.facts.due} className="font-heading text-xl font-bold">
            {invoice.dueDate === null ? none : formats.day(invoice.dueDate)}
            {isOpen && invoice.dueDate !== null && <DaysAway day={invoice.dueDate} />}
          </Fact>
          {facts.map(([label, value]) => (
            <Fact key={label} label={label} className="text-sm font-medium wrap-anywhere">
              {value}
            </Fact>
          ))}
        </dl>
        {pay}
        {isPaidElsewhere && <p className="text-sm text-muted">{copy.paidElsewhere}</p>}
      </section>
      <div
        className={classNames(
          'grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]',
          isTall && 'lg:grid-rows-[auto_1fr]',
        )}
      >
        <div className="grid min-w-0 gap-4">
          {document === null ? (
            <Notice variant="info">
              <p>{copy.noDocument}</p>
            </Notice>
          ) : (
            <DocumentView document={document} copy={copy} />
          )}
        </div>
        {isTall ? (
          <>
            <div className="grid min-w-0 gap-4 lg:row-span-2">
              {side}
              {files}
            </div>
            <div className="grid min-w-0 gap-4">{rest}</div>
          </>
        ) : (
          <div className="grid min-w-0 gap-4">
            {side}
            {rest}
          </div>
        )}
      </div>
    </article>
  );
}

function DaysAway({ day }: { day: string }) {
  const formats = useFormats();
  const [today] = useState(() => dayOf(new Date()));
  return (
    <span className={classNames('block font-sans text-xs font-semibold', day < today ? 'text-danger' : 'text-muted')}>
      {formats.daysAway(daysBetween(today, day))}
    </span>
  );
}

function Settlements({ invoice, copy, currency, invoicePath, methodOf, SettlementAction }: InvoiceViewProps) {
  const formats = useFormats();
  const { settlements } = invoice;
  const title = invoice.kind === 'credit_note' ? copy.settlements.settles : copy.settlements.title;
  return (
    <Panel title={title} level="h3" className="break-inside-avoid">
      <ul className="grid gap-3 px-5 py-4 text-sm">
        {settlements.length === 0 && <li className="text-muted">{copy.settlements.none}</li>}
        {settlements.map((one) => (
          <li key={one.id} className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
            <span className="grid min-w-0">
              {one.kind === 'payment' ? (
                <bdi className="wrap-anywhere">{one.name}</bdi>
              ) : (
                <Link
                  to={invoicePath({ id: one.recordId, number: one.name })}
                  dir="auto"
                  className="text-azure wrap-anywhere hover:underline"
                >
                  {invoiceName({ id: one.recordId, number: one.name })}
                </Link>
              )}
              <span className="text-xs text-muted">
                <Facts of={[copy.settlements[one.kind], one.method && methodOf(one.method), formats.day(one.day)]} />
              </span>
            </span>
            <span className="font-semibold tabular-nums">{formats.amount(one.amount, currency)}</span>
            {SettlementAction && <SettlementAction settlement={one} />}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
