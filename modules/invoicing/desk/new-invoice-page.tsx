import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Notice } from '#app/components/ui/notice.tsx';
import { customerPath, invoicePath, paths, useDesk, useTitle } from '#app/desk/components/desk-context.ts';
import { LoadState } from '#app/desk/components/desk-list.tsx';
import { BackLink, Missing } from '#app/desk/components/desk-parts.tsx';
import { api, isApiError } from '#app/lib/api-client.ts';
import type { NewInvoiceCopy } from '../copy/new-invoice.fr.ts';
import { compare } from '#contract/decimal.ts';
import type { DeskInvoiceDetail } from '#contract/record-detail.ts';
import { creditLines } from './credit-lines.ts';
import { draftName, emptyDraft, type InvoiceDraft, readDraft } from './invoice-draft.ts';
import { type Credited, InvoiceForm } from './invoice-form.tsx';

type PageProps = { copy: NewInvoiceCopy; customerId: string | null; creditsId: string | null };

/** A new invoice, for a customer or not yet, or a credit note. */
export function NewInvoicePage({ copy, customerId, creditsId }: PageProps) {
  if (creditsId !== null) return <CreditPage copy={copy} id={creditsId} />;
  return customerId === null ? (
    <Page copy={copy} title={copy.invoice} back={{ to: paths.customers, label: copy.back.customers }} purpose="new" />
  ) : (
    <CustomerInvoicePage copy={copy} id={customerId} />
  );
}

function CustomerInvoicePage({ copy, id }: { copy: NewInvoiceCopy; id: string }) {
  const { copy: desk } = useDesk();
  const query = useQuery({
    queryKey: ['desk', 'customer', id],
    queryFn: ({ signal }) => api.desk.customers.detail.$get({ query: { id } }, { signal }),
  });
  if (isApiError(query.error, 'not_found') || isApiError(query.error, 'invalid_request'))
    return <Missing text={desk.customer.missing} to={paths.customers} back={copy.back.customers} />;
  if (query.data === undefined) return <LoadState query={query} isFramed />;
  const { name } = query.data;
  return (
    <Page
      copy={copy}
      title={copy.invoice}
      back={{ to: customerPath(id, 'invoices'), label: copy.back.customer }}
      purpose={`customer ${id}`}
      start={{ customer: { id, name } }}
    />
  );
}

function CreditPage({ copy, id }: { copy: NewInvoiceCopy; id: string }) {
  const { copy: desk, currency } = useDesk();
  const query = useQuery({
    queryKey: ['desk', 'records', 'invoice', id],
    queryFn: ({ signal }) => api.desk.invoices.detail.$get({ query: { id } }, { signal }),
  });
  if (isApiError(query.error, 'not_found') || isApiError(query.error, 'invalid_request'))
    return <Missing text={desk.errors.not_found} to={paths.customers} back={copy.back.customers} />;
  if (query.data === undefined) return <LoadState query={query} isFramed />;
  const { number, creditable, document, isWritten } = query.data;
  const back = { to: invoicePath({ id }), label: copy.back.invoice };
  if (number === null || compare(creditable, '0') <= 0)
    return <Missing text={number === null ? copy.noNumber : copy.nothingToCredit} to={back.to} back={back.label} />;
  const isOther = document !== null && document.currency !== currency;
  return (
    <Page
      copy={copy}
      title={copy.credit(number)}
      back={back}
      purpose={`credit ${id}`}
      start={creditStart(query.data, currency, copy.decimal)}
      credited={{ number, creditable, isWritten }}
      warning={isOther ? copy.otherCurrency(document.currency) : undefined}
    />
  );
}

/** The whole invoice: staff take away what stays. */
function creditStart(
  invoice: DeskInvoiceDetail,
  currency: string,
  decimal: NewInvoiceCopy['decimal'],
): Partial<InvoiceDraft> {
  const { id, customerId, customerName, document } = invoice;
  const common = { creditsId: id, customer: { id: customerId, name: customerName }, dueOn: '' };
  if (document === null || document.currency !== currency) return common;
  const { address, vatId, siren } = document.buyer;
  const country = address.country ?? 'FR';
  const lines = creditLines(document, decimal);
  const natures = { B1: 'goods', M1: 'both' } as const;
  const exemption = document.taxes.find(({ category, exemptionCode }) => category === 'E' && exemptionCode === null);
  return {
    ...common,
    buyerKind: country === 'FR' && siren === null && vatId === null ? 'consumer' : 'professional',
    nature: natures[document.process as keyof typeof natures] ?? 'services',
    orderNumber: document.orderNumber ?? '',
    exemptionReason: exemption?.exemption ?? '',
    street: address.lines.join('\n'),
    postCode: address.postCode ?? '',
    city: address.city ?? '',
    country,
    vatId: country === 'FR' ? '' : (vatId ?? ''),
    ...(lines.length > 0 && { lines }),
  };
}

type FrameProps = {
  copy: NewInvoiceCopy;
  title: string;
  back: { to: string; label: string };
  /** Names the draft in this tab. */
  purpose: string;
  start?: Partial<InvoiceDraft>;
  credited?: Credited;
  warning?: string | undefined;
};

function Page({ copy, title, back, purpose, start, credited, warning }: FrameProps) {
  const { me } = useDesk();
  useTitle(title);
  const name = draftName(me.userId, purpose);
  const [round, setRound] = useState(0);
  // Once per draft: what is loaded later must not replace what is typed.
  const [begun, setBegun] = useState(() => readDraft(sessionStorage, name) ?? { ...emptyDraft(), ...start });
  return (
    <div className="grid gap-5">
      <BackLink to={back.to}>{back.label}</BackLink>
      <div className="grid gap-1">
        <h1 className="text-2xl wrap-anywhere">{title}</h1>
        <p className="text-sm text-muted">{copy.intro}</p>
      </div>
      {warning !== undefined && (
        <Notice variant="info" icon="circle-alert">
          <p>{warning}</p>
        </Notice>
      )}
      <InvoiceForm
        key={round}
        copy={copy}
        initial={begun}
        name={name}
        credited={credited}
        onDiscard={() => {
          setBegun({ ...emptyDraft(), ...start });
          setRound(round + 1);
        }}
      />
    </div>
  );
}
