import { keepPreviousData, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { InvoiceView } from '#app/components/records/invoice-view.tsx';
import { FilesPanel, HistoryPanel, RecordHead } from '#app/components/records/record-parts.tsx';
import { currentPeriod, PeriodForm, StatementView } from '#app/components/records/statement-view.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { Fact } from '#app/components/ui/fact.tsx';
import { FormError, Notice } from '#app/components/ui/notice.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import {
  canDo,
  customerPath,
  invoicePath,
  paths,
  useAttempt,
  useDesk,
  useTitle,
} from '#app/desk/components/desk-context.ts';
import { DeskSelect, DeskTextField } from '#app/desk/components/desk-fields.tsx';
import { LoadState } from '#app/desk/components/desk-list.tsx';
import { BackLink, Missing, RowAction } from '#app/desk/components/desk-parts.tsx';
import { DeskStatus, statusLabel } from '#app/desk/components/desk-status.tsx';
import { readAmount } from '#app/desk/records/record-dialogs.tsx';
import { api, isApiError } from '#app/lib/api-client.ts';
import { textOf } from '#app/lib/form-text.ts';
import { invoiceName } from '#app/lib/formats.ts';
import { useFormats } from '#app/lib/portal-context.ts';
import { toast } from '#app/lib/toast.ts';
import { deskPages, invoicePage, recordPage, statementPage } from '#content/desk/fr/record-pages.ts';
import type { DeskInvoiceDetail, Settlement } from '#contract/record-detail.ts';

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
            side={
              canDo(me, 'records') && invoice.isUnpaid && <AllocationForm key={invoice.remaining} invoice={invoice} />
            }
            {...(canDo(me, 'records') && {
              settlementAction: (one: Settlement) => <RemoveAllocation invoice={invoice} settlement={one} />,
            })}
          />
        </>
      )}
    </Frame>
  );
}

function Contradictions({ invoice: { contradictions } }: { invoice: DeskInvoiceDetail }) {
  const { title, hint, row, fields, none } = deskPages.contradictions;
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

function useRefetch() {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: ['desk'] });
}

/** Settles this invoice with a payment or a credit note of its customer. The database refuses more than either side has. */
function AllocationForm({ invoice }: { invoice: DeskInvoiceDetail }) {
  const { allocate: copy } = deskPages;
  const { currency } = useDesk();
  const formats = useFormats();
  const refetch = useRefetch();
  const { isBusy, attempt } = useAttempt('allocations');
  const [error, setError] = useState<string>();
  if (invoice.kind === 'credit_note') return null;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const source = invoice.sources.find((one) => one.id === textOf(form, 'source'));
    const amount = readAmount(textOf(form, 'amount'));
    setError(amount === undefined ? copy.invalid : undefined);
    if (amount === undefined || source === undefined) return;
    void attempt(async () => {
      await api.desk.payments.allocate.$post({
        json: {
          customerId: invoice.customerId,
          source: source.kind === 'payment' ? 'payment' : 'creditNote',
          sourceId: source.id,
          amounts: [{ invoiceId: invoice.id, amount }],
        },
      });
      toast({ source: 'allocations', title: copy.done });
      refetch();
    });
  };
  return (
    <Panel title={copy.title} level="h3" className="print:hidden">
      {invoice.sources.length === 0 ? (
        <p className="px-5 py-4 text-sm text-muted">{copy.none}</p>
      ) : (
        <form onSubmit={submit} className="grid gap-3 px-5 py-4">
          <DeskSelect
            label={copy.source}
            name="source"
            options={invoice.sources.map(({ id, name, left }) => ({
              value: id,
              label: copy.option(name ?? id.slice(0, 8), formats.amount(left, currency)),
            }))}
          />
          <DeskTextField
            label={copy.amount}
            name="amount"
            inputMode="decimal"
            autoComplete="off"
            required
            defaultValue={invoice.remaining.replace('.', ',')}
          />
          <FormError message={error} />
          <Button type="submit" size="sm" disabled={isBusy} className="justify-self-start">
            {copy.submit}
          </Button>
        </form>
      )}
    </Panel>
  );
}

function RemoveAllocation({ invoice, settlement }: { invoice: DeskInvoiceDetail; settlement: Settlement }) {
  const { allocate: copy } = deskPages;
  const refetch = useRefetch();
  const { isBusy, attempt } = useAttempt('allocations');
  const remove = async () => {
    await api.desk.payments['remove-allocation'].$post({ json: { customerId: invoice.customerId, id: settlement.id } });
    toast({ source: 'allocations', title: copy.removed });
    refetch();
  };
  return (
    <RowAction of={settlement.name ?? ''} isBusy={isBusy} onClick={() => void attempt(remove)}>
      {copy.remove}
    </RowAction>
  );
}

const Facts = ({ facts }: { facts: [label: string, value: ReactNode][] }) => (
  <Panel title={invoicePage.facts.title} level="h3">
    <dl className="grid gap-x-6 gap-y-4 p-5 sm:grid-cols-2">
      {facts.map(([label, value]) => (
        <Fact key={label} label={label} className="text-sm font-medium wrap-anywhere">
          {value}
        </Fact>
      ))}
    </dl>
  </Panel>
);

export function DeskContractPage({ id }: { id: string }) {
  const { copy: desk, currency } = useDesk();
  const formats = useFormats();
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
            <Facts
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
              <FilesPanel files={contract.files} copy={invoicePage.files} pathOf={filePath} />
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
            <Facts
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
              <FilesPanel files={license.files} copy={invoicePage.files} pathOf={filePath} />
              <HistoryPanel history={license.history} copy={invoicePage.history} currency={currency} />
            </div>
          </div>
        </article>
      )}
    </Frame>
  );
}

export function DeskStatementPage({ customerId }: { customerId: string }) {
  const [params, setParams] = useSearchParams();
  const usual = currentPeriod();
  const period = { from: params.get('from') ?? usual.from, to: params.get('to') ?? usual.to };
  const query = useQuery({
    queryKey: ['desk', 'records', 'statement', customerId, period],
    queryFn: ({ signal }) => api.desk.statements.$get({ query: { ...period, customerId } }, { signal }),
    placeholderData: keepPreviousData,
  });
  useTitle(statementPage.title);
  return (
    <div className="grid gap-5">
      <BackLink to={customerPath(customerId, 'payments')}>{statementPage.back}</BackLink>
      <h1 className="text-2xl">{statementPage.title}</h1>
      <PeriodForm
        copy={statementPage}
        period={period}
        onChange={(next) => setParams(next, { replace: true })}
        filePath={(format) =>
          api.desk.statements.file.$path({ query: { ...period, customerId, format, language: 'fr' } })
        }
      />
      {query.data === undefined || query.error !== null ? (
        <LoadState query={query} isFramed />
      ) : (
        <StatementView statement={query.data} copy={statementPage} />
      )}
    </div>
  );
}
