// Rendered once for what was read: memoized, it would be larger and no faster.
'use no memo';

import { useState } from 'react';
import { Link } from 'react-router';
import { classNames } from '#app/components/ui/class-names.ts';
import { TruncatedText } from '#app/components/ui/truncated-text.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import { useCommonCopy, useCurrency, useFormats } from '#app/lib/portal-context.ts';
import { dayOf, daysBetween, invoiceName } from '#app/lib/formats.ts';
import { contractPath, invoicePath, licensePath } from '#app/lib/record-paths.ts';
import type { OverviewCopy } from '#content/portal/en/overview.ts';
import { canFilterBy, maxStatuses } from '#contract/limits.ts';
import type { Overview } from '#contract/customers.ts';

type GroupProps = {
  copy: OverviewCopy['due'];
  title: string;
  icon: string;
  /** The path of the list below that of the portal. */
  list: string;
  total: number;
  lines: LineProps[];
};

function Group({ copy, title, icon, list, total, lines }: GroupProps) {
  const { number } = useFormats();
  if (total === 0) return null;
  return (
    <section className="px-5 py-4">
      <div className="mb-1.5 flex items-center justify-between gap-4">
        <h4 className="flex items-center gap-2 font-sans text-sm font-semibold tracking-normal">
          <Icon name={icon} className="size-4 text-sea-ink" />
          {title}
        </h4>
        <Link
          to={`/customer-portal/${list}`}
          prefetch="intent"
          className="shrink-0 rounded-sm py-1 text-xs font-semibold text-azure hover:underline"
        >
          {total > lines.length ? copy.seeCount(number(total)) : copy.seeAll}
          <span className="sr-only">: {title}</span>
        </Link>
      </div>
      <ul className="due-lines">
        {lines.map((line) => (
          <Line key={line.id} {...line} />
        ))}
      </ul>
    </section>
  );
}

type LineProps = {
  id: string;
  /** Before the name. */ number?: string;
  main: string;
  to?: string;
  amount?: string;
  /** The whole amount, where a part of it is settled. */
  whole?: string | undefined;
  note: string;
  state?: 'late' | 'soon' | undefined;
};

const noteColors = { late: 'text-danger', soon: 'text-sun-ink', later: undefined };

function Line({ number, main, to, amount, whole, note, state }: LineProps) {
  return (
    <li>
      {to === undefined ? (
        <TruncatedText text={main} lines={2} />
      ) : (
        <Link
          to={to}
          prefetch="intent"
          className="line-clamp-2 min-w-0 rounded-sm wrap-anywhere hover:text-azure hover:underline"
        >
          {number !== undefined && (
            <>
              <bdi>{number}</bdi>
              {' – '}
            </>
          )}
          <bdi>{main}</bdi>
        </Link>
      )}
      {amount !== undefined && <span className="due-amount">{amount}</span>}
      {whole !== undefined && <span className="due-whole">{whole}</span>}
      <span
        className={classNames(
          'due-note',
          state === undefined ? 'text-muted' : 'font-semibold',
          noteColors[state ?? 'later'],
        )}
      >
        {note}
      </span>
    </li>
  );
}

/** Filtered by the statuses of all unpaid invoices; unfiltered where a URL cannot express them. */
export function unpaidList(statuses: string[] = []): string {
  const isNameable = statuses.length > 0 && statuses.length <= maxStatuses && statuses.every(canFilterBy);
  const filter = isNameable ? `&status=${encodeURIComponent(statuses.join(','))}` : '';
  return `invoices?sort=dueDate${filter}`;
}

const urgentDays = 3;
const urgencyOf = (days: number) => (days < 0 ? 'late' : days <= urgentDays ? 'soon' : undefined);

export function DueNext({ overview, copy }: { overview: Overview; copy: OverviewCopy['due'] }) {
  const { notAvailable } = useCommonCopy();
  // A section is absent where the user may not see the list.
  const {
    unpaidInvoices = { items: [], total: 0, statuses: [] },
    endingContracts = { items: [], total: 0 },
    endingLicenses = { items: [], total: 0 },
    waitingTickets = { items: [], total: 0 },
  } = overview;
  const currency = useCurrency();
  const formats = useFormats();
  const [today] = useState(() => dayOf(new Date()));
  const when = (day: string) => `${formats.day(day)} · ${formats.daysAway(daysBetween(today, day))}`;
  const checked = [
    ...(overview.unpaidInvoices ? [copy.noInvoice] : []),
    ...(overview.endingContracts || overview.endingLicenses ? [copy.noEnd] : []),
    ...(overview.waitingTickets ? [copy.noTicket] : []),
  ];
  const isClear = [unpaidInvoices, endingContracts, endingLicenses, waitingTickets].every(({ total }) => total === 0);
  return (
    <>
      {isClear && (
        <p className="flex items-center gap-2.5 px-5 py-10 text-sm text-muted">
          <Icon name="badge-check" className="size-5 text-success" />
          {copy.nothing(checked)}
        </p>
      )}
      <div className="due-groups">
        <Group
          copy={copy}
          title={copy.unpaidInvoices}
          icon="receipt-text"
          list={unpaidList(unpaidInvoices.statuses)}
          total={unpaidInvoices.total}
          lines={unpaidInvoices.items.map(({ id, number, amount, remaining, dueDate }) => ({
            id,
            main: invoiceName({ id, number }),
            to: invoicePath({ id, number }),
            amount: formats.amount(remaining, currency),
            whole: remaining === amount ? undefined : copy.of(formats.amount(amount, currency)),
            note: dueDate === null ? notAvailable : when(dueDate),
            state: dueDate === null ? undefined : urgencyOf(daysBetween(today, dueDate)),
          }))}
        />
        <Group
          copy={copy}
          title={copy.endingContracts}
          icon="file-text"
          list="contracts?status=active&sort=endDate"
          total={endingContracts.total}
          lines={endingContracts.items.map(({ id, contractNumber, title, endDate }) => ({
            id,
            main: title,
            to: contractPath({ id, contractNumber }),
            note: when(endDate),
          }))}
        />
        <Group
          copy={copy}
          title={copy.endingLicenses}
          icon="key"
          list="licenses?status=active&sort=expiryDate"
          total={endingLicenses.total}
          lines={endingLicenses.items.map(({ id, productName, expiryDate }) => ({
            id,
            main: productName,
            to: licensePath({ id }),
            note: when(expiryDate),
          }))}
        />
        <Group
          copy={copy}
          title={copy.waitingTickets}
          icon="life-buoy"
          list="support?status=waiting_customer"
          total={waitingTickets.total}
          lines={waitingTickets.items.map(({ id, ticketNumber, subject, createdAt }) => ({
            id,
            to: `/customer-portal/support/${id}`,
            number: ticketNumber,
            main: subject,
            note: formats.momentDay(createdAt),
          }))}
        />
      </div>
    </>
  );
}
