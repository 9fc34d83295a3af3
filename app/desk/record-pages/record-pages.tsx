import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import { InvoiceView } from '#app/components/records/invoice-view.tsx';
import { FactsPanel, HistoryPanel, RecordHead } from '#app/components/records/record-parts.tsx';
import { ArchiveLink, currentPeriod, PeriodForm, StatementView } from '#app/components/records/statement-view.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import {
  canDo,
  customerPath,
  invoicePath,
  paths,
  useDesk,
  useDeskSlots,
  useTitle,
} from '#app/desk/components/desk-context.ts';
import { LoadState } from '#app/desk/components/desk-list.tsx';
import { BackLink, Missing } from '#app/desk/components/desk-parts.tsx';
import { DeskStatus, statusLabel } from '#app/desk/components/desk-status.tsx';
import { api, isApiError } from '#app/lib/api-client.ts';
import { invoiceName } from '#app/lib/formats.ts';
import { useFormats } from '#app/lib/portal-context.ts';
import { useRecordPagesCopy } from './record-pages-copy.ts';
import type { DeskInvoiceDetail } from '#contract/record-detail.ts';
import { AllocationForm, MatchAllocations, RemoveAllocation } from './allocations.tsx';
import { DocumentsPanel } from './documents.tsx';
import { InvoiceActions } from './invoice-actions.tsx';

const filePath = (id: string) => api.desk.records.file.$path({ query: { id } });

type Owned = { customerId: string; customerName: string };
type FrameProps<Data extends Owned> = {
  query: UseQueryResult<Data>;
  tab: string;
  copy: { notFound: { title: string }; back: string };
  title: (data: Data) => string;
  children: (data: Data) => ReactNode;
};

function Frame<Data extends Owned>({ query, tab, copy, title, children }: FrameProps<Data>) {
  useTitle(query.data && title(query.data));
  if (isApiError(query.error, 'not_found') || isApiError(query.error, 'invalid_request'))
    return <Missing text={copy.notFound.title} to={paths.customers} back={copy.back} />;
  if (query.data === undefined) return <LoadState query={query} isFramed />;
  return (
    <div className="grid gap-5">
      <BackLink to={customerPath(query.data.customerId, tab)}>{copy.back}</BackLink>
      <h1 dir="auto" className="sr-only">
        {query.data.customerName}
      </h1>
      {children(query.data)}
    </div>
  );
}

const Owner = ({ customerId, customerName }: Owned) => (
  <Link to={customerPath(customerId)} dir="auto" className="justify-self-start text-sm text-azure hover:underline">
    {customerName}
  </Link>
);

export function DeskInvoicePage({ id }: { id: string }) {
  const { copy, me, currency } = useDesk();
  const { Reminders } = useDeskSlots();
  const { invoicePage } = useRecordPagesCopy();
  const query = useQuery({
    queryKey: ['desk', 'records', 'invoice', id],
    queryFn: ({ signal }) => api.desk.invoices.detail.$get({ query: { id } }, { signal }),
  });
  return (
    <Frame query={query} tab="invoices" copy={invoicePage} title={invoiceName}>
      {(invoice) => (
        <>
          <Contradictions invoice={invoice} />
          <InvoiceView
            invoice={invoice}
            copy={invoicePage}
            currency={currency}
            none={copy.states.none}
            status={<DeskStatus of="invoices" value={invoice.status} />}
            detail={<Owner {...invoice} />}
            invoicePath={invoicePath}
            filePath={filePath}
            actions={<InvoiceActions invoice={invoice} />}
            methodOf={(method) => statusLabel(copy, 'methods', method)}
            side={
              <>
                {canDo(me, 'records') && invoice.isUnpaid && (
                  <AllocationForm key={invoice.remaining} invoice={invoice} />
                )}
                {invoice.kind === 'invoice' && (
                  <Reminders customerId={invoice.customerId} invoiceId={invoice.id} level="h3" />
                )}
              </>
            }
            {...(canDo(me, 'records') && { SettlementAction: RemoveAllocation })}
          />
        </>
      )}
    </Frame>
  );
}

function Contradictions({ invoice: { contradictions } }: { invoice: DeskInvoiceDetail }) {
  const { title, hint, row, fields, none } = useRecordPagesCopy().deskPages.contradictions;
  if (contradictions.length === 0) return null;
  return (
    <Notice variant="error">
      <p className="font-semibold">{title}</p>
      <ul>
        {contradictions.map(({ field, document, stored }) => (
          <li key={field}>{row(fields[field], document ?? none, stored ?? none)}</li>
        ))}
      </ul>
      <p>{hint}</p>
    </Notice>
  );
}

export function DeskContractPage({ id }: { id: string }) {
  const { copy: desk, currency } = useDesk();
  const formats = useFormats();
  const { invoicePage, recordPage } = useRecordPagesCopy();
  const copy = recordPage.contract;
  const query = useQuery({
    queryKey: ['desk', 'records', 'contract', id],
    queryFn: ({ signal }) => api.desk.contracts.detail.$get({ query: { id } }, { signal }),
  });
  const day = (value: string | null, missing: string) => (value === null ? missing : formats.day(value));
  return (
    <Frame query={query} tab="contracts" copy={copy} title={({ contractNumber }) => contractNumber}>
      {(contract) => (
        <article className="grid gap-5">
          <RecordHead
            title={contract.title}
            status={<DeskStatus of="contracts" value={contract.status} />}
            detail={<Owner {...contract} />}
          />
          <div className="grid items-start gap-4 lg:grid-cols-2">
            <FactsPanel
              title={invoicePage.facts.title}
              facts={[
                [copy.number, contract.contractNumber],
                [
                  copy.value,
                  contract.contractValue === null ? desk.states.none : formats.amount(contract.contractValue, currency),
                ],
                [copy.start, day(contract.startDate, desk.states.none)],
                [copy.end, day(contract.endDate, copy.ongoing)],
                [copy.renewal, contract.renewsTacitly ? copy.renewals.tacit : copy.renewals.none],
                [copy.notice, day(contract.noticeDate, copy.noNotice)],
              ]}
            />
            <div className="grid gap-4">
              <DocumentsPanel list="contracts" id={contract.id} files={contract.files} pathOf={filePath} />
              <HistoryPanel history={contract.history} copy={invoicePage.history} currency={currency} />
            </div>
          </div>
        </article>
      )}
    </Frame>
  );
}

export function DeskLicensePage({ id }: { id: string }) {
  const { copy: desk, currency } = useDesk();
  const formats = useFormats();
  const { invoicePage, recordPage } = useRecordPagesCopy();
  const copy = recordPage.license;
  const query = useQuery({
    queryKey: ['desk', 'records', 'license', id],
    queryFn: ({ signal }) => api.desk.licenses.detail.$get({ query: { id } }, { signal }),
  });
  return (
    <Frame query={query} tab="licenses" copy={copy} title={({ productName }) => productName}>
      {(license) => (
        <article className="grid gap-5">
          <RecordHead
            title={license.productName}
            status={<DeskStatus of="licenses" value={license.status} />}
            detail={<Owner {...license} />}
          />
          <div className="grid items-start gap-4 lg:grid-cols-2">
            <FactsPanel
              title={invoicePage.facts.title}
              facts={[
                [copy.key, <code key="key">{license.licenseKey}</code>],
                [copy.type, statusLabel(desk, 'licenseTypes', license.licenseType)],
                [copy.seats, formats.number(license.seats)],
                [copy.expiry, license.expiryDate === null ? copy.noExpiry : formats.day(license.expiryDate)],
                [
                  copy.cost,
                  license.monthlyCost === null ? desk.states.none : formats.amount(license.monthlyCost, currency),
                ],
              ]}
            />
            <div className="grid gap-4">
              <DocumentsPanel list="licenses" id={license.id} files={license.files} pathOf={filePath} />
              <HistoryPanel history={license.history} copy={invoicePage.history} currency={currency} />
            </div>
          </div>
        </article>
      )}
    </Frame>
  );
}

export function DeskStatementPage({ customerId }: { customerId: string }) {
  const { me } = useDesk();
  const { statementPage, deskPages } = useRecordPagesCopy();
  const [params, setParams] = useSearchParams();
  const usual = currentPeriod();
  const period = { from: params.get('from') ?? usual.from, to: params.get('to') ?? usual.to };
  const query = useQuery({
    queryKey: ['desk', 'records', 'statement', customerId, period],
    queryFn: ({ signal }) => api.desk.statements.$get({ query: { ...period, customerId } }, { signal }),
    placeholderData: keepPreviousData,
  });
  const year = period.to.slice(0, 4);
  useTitle(statementPage.title);
  return (
    <div className="grid gap-5">
      <BackLink to={customerPath(customerId, 'payments')}>{statementPage.back}</BackLink>
      <h1 className="text-2xl">{statementPage.title}</h1>
      <PeriodForm
        copy={statementPage}
        period={period}
        movements={query.data?.entries.length}
        onChange={(next) => setParams(next, { replace: true })}
        filePath={(format) =>
          api.desk.statements.file.$path({ query: { ...period, customerId, format, language: deskPages.language } })
        }
      />
      {query.data === undefined || query.error !== null ? (
        <LoadState query={query} isFramed />
      ) : (
        <StatementView statement={query.data} copy={statementPage} level="h2" />
      )}
      <ArchiveLink
        href={api.desk.invoices.archive.$path({ query: { customerId, year } })}
        label={statementPage.archive.label(year)}
      />
      {canDo(me, 'records') && <MatchAllocations customerId={customerId} />}
    </div>
  );
}
