import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useContext, useEffect } from 'react';
import { Link } from 'react-router';
import { StatusBadge } from '#app/components/data-list/columns.tsx';
import { QueryState } from '#app/components/data-list/list-states.tsx';
import type { Statuses } from '#app/components/data-list/list-view.ts';
import { InvoiceView } from '#app/components/records/invoice-view.tsx';
import { FactsPanel, FilesPanel, RecordHead } from '#app/components/records/record-parts.tsx';
import { BrickPicture } from '#app/components/ui/brick-picture.tsx';
import { Button, buttonClass } from '#app/components/ui/button.tsx';
import { CopyButton } from '#app/components/ui/copy-button.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import { api, isApiError } from '#app/lib/api-client.ts';
import { invoiceName } from '#app/lib/formats.ts';
import { ReadOnlyContext, useCan, useCommonCopy, useCurrency, useFormats } from '#app/lib/portal-context.ts';
import { contractPath, invoicePath, licensePath } from '#app/lib/record-paths.ts';
import type { InvoicePageCopy, RecordPageCopy } from '#content/portal/en/record-pages.ts';
import { maxTicketSubjectLength, withoutHiddenMarks } from '#contract/limits.ts';
import type { InvoiceDetail } from '#contract/record-detail.ts';
import { howToPayId, isPayable } from './payable.ts';

/** Opens a new ticket that is about a record. */
export type Ask = (about: { subject: string; text: string; invoiceId?: string | undefined }) => void;
type AskCopy = { action: string; subject: (name: string) => string; text: (url: string) => string };

const filePath = (id: string) => api.portal.records.file.$path({ query: { id } });

export const BackLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link
    to={to}
    className="flex min-h-8 items-center gap-1.5 justify-self-start rounded-sm text-sm text-muted hover:text-azure print:hidden"
  >
    <Icon name="arrow-left" className="size-4" />
    {children}
  </Link>
);

type FrameCopy = {
  load: { loading: string; failed: string };
  notFound: { title: string; description: string };
  back: string;
};
type FrameProps<Data> = {
  list: string;
  copy: FrameCopy;
  query: UseQueryResult<Data>;
  title: (data: Data) => string;
  children: (data: Data) => ReactNode;
};

/** Also for a record of somebody else: that it exists is not said. */
function Frame<Data>({ list, copy, query, title, children }: FrameProps<Data>) {
  const name = query.data === undefined ? undefined : title(query.data);
  useEffect(() => {
    if (name === undefined) return undefined;
    const before = document.title;
    document.title = `${name} – ${before}`;
    return () => {
      document.title = before;
    };
  }, [name]);
  const isGone = isApiError(query.error, 'not_found') || isApiError(query.error, 'invalid_request');
  return (
    <div className="grid gap-4">
      <BackLink to={`/customer-portal/${list}`}>{copy.back}</BackLink>
      {isGone ? (
        <div role="alert" className="records-frame grid justify-items-center gap-2 px-6 py-14 text-center">
          <BrickPicture variant="missing" />
          <h2 className="text-xl">{copy.notFound.title}</h2>
          <p className="max-w-prose text-sm text-muted">{copy.notFound.description}</p>
        </div>
      ) : query.data === undefined ? (
        <QueryState copy={copy.load} query={query} isFramed />
      ) : (
        children(query.data)
      )}
    </div>
  );
}

type AskButtonProps = {
  copy: AskCopy;
  name: string;
  path: string;
  /** The invoice that the ticket is linked to. */
  invoiceId?: string;
  onAsk: Ask;
};

function AskButton({ copy, name, path, invoiceId, onAsk }: AskButtonProps) {
  const isReadOnly = useContext(ReadOnlyContext);
  const can = useCan();
  if (isReadOnly || !can('tickets')) return null;
  const ask = () =>
    onAsk({
      subject: withoutHiddenMarks(copy.subject(name)).slice(0, maxTicketSubjectLength),
      text: withoutHiddenMarks(copy.text(`${window.location.origin}${path}`)),
      invoiceId,
    });
  return (
    <Button size="sm" variant="secondary" onClick={ask}>
      <Icon name="life-buoy" className="size-4" />
      {copy.action}
    </Button>
  );
}

type InvoicePageProps = {
  number: string;
  copy: InvoicePageCopy;
  payLabel: string;
  renderHowToPay: (invoice: InvoiceDetail, currency: string) => ReactNode;
  methods: Readonly<Record<string, string>>;
  askCopy: AskCopy;
  statuses: Statuses;
  onAsk: Ask;
};

export function InvoicePage(props: InvoicePageProps) {
  const { number, copy, payLabel, renderHowToPay, askCopy, statuses, methods, onAsk } = props;
  const currency = useCurrency();
  const { notAvailable, copied } = useCommonCopy();
  const query = useQuery({
    queryKey: ['records', 'invoices', 'detail', number],
    queryFn: ({ signal }) => api.portal.invoices.detail.$get({ query: { number } }, { signal }),
  });
  return (
    <Frame list="invoices" copy={copy} query={query} title={invoiceName}>
      {(invoice) => (
        <InvoiceView
          invoice={invoice}
          copy={copy}
          // One page with two currencies would make customers wonder what to pay.
          currency={invoice.document?.currency ?? currency}
          none={notAvailable}
          status={
            <span className="flex items-center gap-1">
              <StatusBadge value={invoice.status} known={statuses} />
              <CopyButton text={invoiceName(invoice)} label={copy.copyNumber} copiedLabel={copied} />
            </span>
          }
          invoicePath={invoicePath}
          filePath={filePath}
          methodOf={(method) => (Object.hasOwn(methods, method) ? methods[method] : undefined) ?? method}
          actions={
            <AskButton
              copy={askCopy}
              name={invoiceName(invoice)}
              path={invoicePath(invoice)}
              invoiceId={invoice.id}
              onAsk={onAsk}
            />
          }
          pay={
            isPayable(invoice) && (
              <a
                href={`#${howToPayId}`}
                className={buttonClass('primary', 'sm', 'sm:justify-self-start lg:hidden print:hidden')}
              >
                {payLabel}
              </a>
            )
          }
          side={renderHowToPay(invoice, currency)}
        />
      )}
    </Frame>
  );
}

type RecordPageProps<Copy> = {
  copy: Copy;
  pageCopy: InvoicePageCopy;
  statuses: Statuses;
  onAsk: Ask;
};

type ContractPageProps = RecordPageProps<RecordPageCopy['contract']> & { number: string; renewCopy: AskCopy };

export function ContractPage({ number, copy, pageCopy, statuses, renewCopy, onAsk }: ContractPageProps) {
  const formats = useFormats();
  const currency = useCurrency();
  const { notAvailable } = useCommonCopy();
  const query = useQuery({
    queryKey: ['records', 'contracts', 'detail', number],
    queryFn: ({ signal }) => api.portal.contracts.detail.$get({ query: { number } }, { signal }),
  });
  return (
    <Frame list="contracts" copy={copy} query={query} title={({ contractNumber }) => contractNumber}>
      {(contract) => (
        <article className="grid gap-5">
          <RecordHead title={contract.title} status={<StatusBadge value={contract.status} known={statuses} />}>
            <AskButton copy={renewCopy} name={contract.contractNumber} path={contractPath(contract)} onAsk={onAsk} />
          </RecordHead>
          <div className="grid items-start gap-4 lg:grid-cols-2">
            <FactsPanel
              title={pageCopy.facts.title}
              facts={[
                [copy.number, contract.contractNumber],
                [
                  copy.value,
                  contract.contractValue === null ? notAvailable : formats.amount(contract.contractValue, currency),
                ],
                [copy.start, contract.startDate === null ? notAvailable : formats.day(contract.startDate)],
                [copy.end, contract.endDate === null ? copy.ongoing : formats.day(contract.endDate)],
                [copy.renewal, contract.renewsTacitly ? copy.renewals.tacit : copy.renewals.none],
                [copy.notice, contract.noticeDate === null ? copy.noNotice : formats.day(contract.noticeDate)],
              ]}
            />
            <FilesPanel files={contract.files} copy={pageCopy.files} pathOf={filePath} />
          </div>
        </article>
      )}
    </Frame>
  );
}

type LicensePageProps = RecordPageProps<RecordPageCopy['license']> & {
  id: string;
  types: Statuses;
  seatsCopy: AskCopy;
  renewCopy: AskCopy;
};

export function LicensePage({ id, copy, pageCopy, statuses, types, seatsCopy, renewCopy, onAsk }: LicensePageProps) {
  const formats = useFormats();
  const currency = useCurrency();
  const { notAvailable } = useCommonCopy();
  const query = useQuery({
    queryKey: ['records', 'licenses', 'detail', id],
    queryFn: ({ signal }) => api.portal.licenses.detail.$get({ query: { id } }, { signal }),
  });
  return (
    <Frame list="licenses" copy={copy} query={query} title={({ productName }) => productName}>
      {(license) => (
        <article className="grid gap-5">
          <RecordHead title={license.productName} status={<StatusBadge value={license.status} known={statuses} />}>
            <AskButton copy={seatsCopy} name={license.productName} path={licensePath(license)} onAsk={onAsk} />
            <AskButton copy={renewCopy} name={license.productName} path={licensePath(license)} onAsk={onAsk} />
          </RecordHead>
          <div className="grid items-start gap-4 lg:grid-cols-2">
            <FactsPanel
              title={pageCopy.facts.title}
              facts={[
                [
                  copy.key,
                  <code key="key" dir="auto">
                    {license.licenseKey}
                  </code>,
                ],
                [copy.type, <StatusBadge key="type" value={license.licenseType} known={types} />],
                [copy.seats, formats.number(license.seats)],
                [copy.expiry, license.expiryDate === null ? copy.noExpiry : formats.day(license.expiryDate)],
                [
                  copy.cost,
                  license.monthlyCost === null ? notAvailable : formats.amount(license.monthlyCost, currency),
                ],
              ]}
            />
            <FilesPanel files={license.files} copy={pageCopy.files} pathOf={filePath} />
          </div>
        </article>
      )}
    </Frame>
  );
}
