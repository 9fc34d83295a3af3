import { useContext, useState } from 'react';
import { Link } from 'react-router';
import { copyCell, type PortalList, usePortalList } from '#app/components/data-list/columns.tsx';
import { badges } from '#app/components/data-list/list-view.ts';
import { RecordList } from '#app/components/data-list/record-list.tsx';
import { buttonClass } from '#app/components/ui/button.tsx';
import { classNames } from '#app/components/ui/class-names.ts';
import { CopyButton } from '#app/components/ui/copy-button.tsx';
import { TruncatedText } from '#app/components/ui/truncated-text.tsx';
import { api } from '#app/lib/api-client.ts';
import { dayOf, daysBetween, invoiceName } from '#app/lib/formats.ts';
import { contractPath, invoicePath, licensePath, statementPath } from '#app/lib/record-paths.ts';
import { RiskHiddenContext, useCommonCopy, useFormats } from '#app/lib/portal-context.ts';
import type { ContractsCopy, InvoicesCopy, LicensesCopy, PaymentsCopy } from '#content/portal/en/lists.ts';
import { invoicesWithoutRisk, type PortalInvoice } from '#contract/portal-invoices.ts';
import { contracts, invoices, licenses, payments } from '#contract/record-lists.ts';
import { expiringWithinDays, isUnpaid } from '#contract/record-states.ts';

/** product §9: above 70 red, above 40 yellow, otherwise green. */
export function riskVariant(score: number): keyof typeof riskColors {
  if (score > 70) return 'danger';
  return score > 40 ? 'warning' : 'success';
}

const riskColors = { danger: 'bg-danger', warning: 'bg-sun', success: 'bg-success' };

function RiskBar({ score, label }: { score: number; label: string }) {
  const variant = riskVariant(score);
  return (
    <span
      role="progressbar"
      aria-label={label}
      aria-valuenow={score}
      aria-valuemin={0}
      aria-valuemax={100}
      data-variant={variant}
      className="block h-1.5 w-full overflow-hidden rounded-full bg-line print:border print:border-line-strong print:[print-color-adjust:exact]"
    >
      <span className={classNames('block h-full rounded-full', riskColors[variant])} style={{ width: `${score}%` }} />
    </span>
  );
}

function RiskLegend({ copy: { columns, riskBands } }: { copy: InvoicesCopy }) {
  return (
    <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-xs text-muted max-sm:gap-x-2.5">
      {columns.riskScore}
      {(['success', 'warning', 'danger'] as const).map((variant) => (
        <span key={variant} className="flex items-center gap-1.5 whitespace-nowrap">
          <span className={classNames('h-1.5 w-5 max-sm:w-2.5', riskColors[variant])} />
          {riskBands[variant]}
        </span>
      ))}
    </p>
  );
}

const recordLink = 'min-w-0 rounded-sm hover:text-azure hover:underline';

function InvoiceId({ invoice, copy }: { invoice: PortalInvoice; copy: InvoicesCopy }) {
  const { copied } = useCommonCopy();
  const name = invoiceName(invoice);
  return (
    // Its second line is beside the number where the row has one line.
    <span className="copied grid grid-cols-[auto_auto_minmax(0,1fr)] items-center gap-x-1 max-lg:gap-y-0.5 lg:grid-cols-[auto_minmax(0,1fr)_auto] lg:gap-x-2.5">
      <Link to={invoicePath(invoice)} className={classNames('copied-text', recordLink)}>
        <TruncatedText text={name} className={invoice.number === null ? 'font-mono text-xs' : 'font-semibold'} />
      </Link>
      <span className="max-lg:-my-1.5 lg:order-last lg:col-start-3">
        <CopyButton text={name} label={copy.copyId(name)} copiedLabel={copied} />
      </span>
      {invoice.credits !== null && (
        <span className="copied-text min-w-0 max-lg:col-span-full">
          <TruncatedText text={copy.creditNote(invoice.credits)} className="text-xs leading-[1.3] text-muted" />
        </span>
      )}
    </span>
  );
}

type DayProps = { on: string; note: string; isLate?: boolean; className?: string };

/** A day with how far away it is: beside it, or below it where there is less room. */
function DayWithNote({ on, note, isLate = false, className }: DayProps) {
  const { day } = useFormats();
  return (
    <span className={classNames('flex flex-wrap items-baseline gap-x-2.5 leading-[1.25]', className)}>
      <span>{day(on)}</span>
      <span className={classNames('text-xs font-semibold', isLate ? 'text-danger' : 'text-muted')}>{note}</span>
    </span>
  );
}

/** As the overview, which lists neither credit notes nor what is settled (api/services/customers/customer.ts). */
export const isPastDue = (
  { credits, dueDate, status }: Pick<PortalInvoice, 'credits' | 'dueDate' | 'status'>,
  today: string,
): boolean => credits === null && dueDate !== null && dueDate < today && isUnpaid(status);

function DueDate({ invoice, copy }: { invoice: PortalInvoice; copy: InvoicesCopy }) {
  const { notAvailable } = useCommonCopy();
  const formats = useFormats();
  const [today] = useState(() => dayOf(new Date()));
  const { dueDate } = invoice;
  if (dueDate === null || !isPastDue(invoice, today))
    return <span className="due-date leading-[1.25]">{dueDate === null ? notAvailable : formats.day(dueDate)}</span>;
  const note = formats.plural(daysBetween(dueDate, today), copy.late);
  return <DayWithNote on={dueDate} note={note} isLate className="due-date due-late" />;
}

/** With the days until then where the overview lists it too. */
function EndDate({ on, status }: { on: string; status: string }) {
  const formats = useFormats();
  const [today] = useState(() => dayOf(new Date()));
  const days = daysBetween(today, on);
  if (status !== 'active' || days < 0 || days > expiringWithinDays) return formats.day(on);
  return <DayWithNote on={on} note={formats.daysAway(days)} />;
}

export const invoiceVariants = { paid: 'success', overdue: 'destructive', pending: 'warning' } as const;

const invoicesList = (copy: InvoicesCopy): PortalList<typeof invoicesWithoutRisk, PortalInvoice> => ({
  fetchPage: api.portal.invoices.$get,
  known: { status: badges(copy.statuses, invoiceVariants) },
  changes: {
    id: {
      cardSlot: 'title',
      cell: (invoice) => <InvoiceId invoice={invoice} copy={copy} />,
      csv: ({ id, number }) => number ?? id,
    },
    amount: { cardSlot: 'short' },
    dueDate: { cardSlot: 'short', cell: (invoice) => <DueDate invoice={invoice} copy={copy} /> },
    riskScore: {
      cardSlot: 'line',
      cell: ({ riskScore = 0 }) => (
        <span className="flex grow items-center gap-3">
          <RiskBar score={riskScore} label={copy.risk} />
          <span className="w-10 shrink-0 text-end text-xs tabular-nums">{copy.percent(riskScore)}</span>
        </span>
      ),
    },
  },
});

export function InvoicesTab({ copy }: { copy: InvoicesCopy }) {
  const shown = useContext(RiskHiddenContext) ? invoicesWithoutRisk : invoices;
  return (
    <RecordList
      definition={usePortalList<typeof invoicesWithoutRisk, PortalInvoice>(shown, copy, invoicesList(copy))}
      legend={shown === invoices && <RiskLegend copy={copy} />}
    />
  );
}

export const contractVariants = {
  active: 'success',
  expired: 'destructive',
  terminated: 'secondary',
  draft: 'warning',
} as const;

const contractsList = (copy: ContractsCopy): PortalList<typeof contracts> => ({
  fetchPage: api.portal.contracts.$get,
  known: { status: badges(copy.statuses, contractVariants) },
  changes: {
    contractNumber: copyCell('contractNumber', copy.copyNumber, undefined, contractPath),
    title: { hasSecondLine: true },
    endDate: {
      cell: ({ endDate, status }) => (endDate === null ? copy.ongoing : <EndDate on={endDate} status={status} />),
    },
    contractValue: { cardSlot: 'line' },
  },
});

export function ContractsTab({ copy }: { copy: ContractsCopy }) {
  return <RecordList definition={usePortalList(contracts, copy, contractsList(copy))} />;
}

const paymentVariants = {
  completed: 'success',
  pending: 'warning',
  failed: 'destructive',
  refunded: 'secondary',
} as const;
const methodVariants = {
  bank_transfer: 'quiet',
  credit_card: 'quiet',
  check: 'quiet',
  cash: 'quiet',
} as const;

const paymentsList = (copy: PaymentsCopy): PortalList<typeof payments> => ({
  fetchPage: api.portal.payments.$get,
  known: { status: badges(copy.statuses, paymentVariants), paymentMethod: badges(copy.methods, methodVariants) },
  changes: {
    paymentReference: copyCell('paymentReference', copy.copyReference),
    amount: { cardSlot: 'short' },
    paymentDate: { cardSlot: 'short' },
    paymentMethod: { cardSlot: 'short' },
    notes: { cardSlot: 'short' },
  },
});

export function PaymentsTab({ copy }: { copy: PaymentsCopy }) {
  return (
    <RecordList
      definition={usePortalList(payments, copy, paymentsList(copy))}
      action={
        <Link to={statementPath} className={buttonClass('secondary', 'sm')}>
          {copy.statement}
        </Link>
      }
    />
  );
}

export const licenseVariants = {
  active: 'success',
  expired: 'destructive',
  suspended: 'warning',
  terminated: 'secondary',
} as const;
export const typeVariants = { subscription: 'quiet', perpetual: 'quiet', trial: 'warning' } as const;

const licensesList = (copy: LicensesCopy): PortalList<typeof licenses> => ({
  fetchPage: api.portal.licenses.$get,
  known: { status: badges(copy.statuses, licenseVariants), licenseType: badges(copy.types, typeVariants) },
  changes: {
    productName: {
      cardSlot: 'title',
      hasSecondLine: true,
      cell: (license) => (
        <Link to={licensePath(license)} className={recordLink}>
          <TruncatedText text={license.productName} lines={2} className="font-semibold" />
        </Link>
      ),
    },
    licenseKey: { ...copyCell('licenseKey', copy.copyKey, 'font-mono text-xs'), cardSlot: 'wide' },
    expiryDate: {
      cell: ({ expiryDate, status }) =>
        expiryDate === null ? copy.noExpiry : <EndDate on={expiryDate} status={status} />,
    },
  },
});

export function LicensesTab({ copy }: { copy: LicensesCopy }) {
  return <RecordList definition={usePortalList(licenses, copy, licensesList(copy))} />;
}
