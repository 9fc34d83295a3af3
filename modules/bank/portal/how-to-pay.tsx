import { useQuery } from '@tanstack/react-query';
import { AccountFacts, bankAccountsQuery } from '../shared/bank-details.tsx';
import { QueryState } from '#app/components/data-list/list-states.tsx';
import { howToPayId, isPayable } from '#app/features/records/payable.ts';
import { Notice } from '#app/components/ui/notice.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import { QrCode } from '#app/components/ui/qr-code.tsx';
import { invoiceName } from '#app/lib/formats.ts';
import { useFormats } from '#app/lib/portal-context.ts';
import type { BankCopy } from '../copy/portal.en.ts';
import type { HowToPayCopy } from '#content/portal/en/record-pages.ts';
import { epcText } from '#contract/epc-code.ts';
import { normalizeIban } from '#contract/iban.ts';
import type { InvoiceDetail } from '#contract/record-detail.ts';

type HowToPayProps = { invoice: InvoiceDetail; currency: string; copy: HowToPayCopy; bankCopy: BankCopy };

/** Only our verified account is shown as payable: a document could name a forged one. */
export function HowToPay({ invoice, currency, copy, bankCopy }: HowToPayProps) {
  const formats = useFormats();
  const isOpen = isPayable(invoice);
  const query = useQuery({ ...bankAccountsQuery, enabled: isOpen });
  if (!isOpen) return null;
  if (query.data === undefined) return <QueryState copy={bankCopy.load} query={query} isFramed />;
  const account = query.data.active;
  const inCurrency = invoice.document?.currency ?? currency;
  const named = invoice.document?.payment.iban ?? null;
  const reference = invoice.document?.payment.reference ?? invoiceName(invoice);
  if (account === null)
    return (
      <Panel id={howToPayId} title={copy.title} level="h3" className="print:hidden">
        <p className="px-5 py-4 text-sm">{bankCopy.none}</p>
      </Panel>
    );
  const code = epcText({ ...account, currency: inCurrency, amount: invoice.remaining, reference });
  return (
    <Panel id={howToPayId} title={copy.title} level="h3" className="break-inside-avoid">
      <div className="grid gap-3 px-5 py-4 text-sm">
        <p className="text-muted">{copy.transfer}</p>
        {named !== null && normalizeIban(named) !== account.iban && (
          <Notice variant="error">
            <p>{copy.otherAccount}</p>
          </Notice>
        )}
        <AccountFacts
          account={account}
          copy={bankCopy}
          payment={[
            [copy.reference, reference, reference],
            [copy.amount, formats.amount(invoice.remaining, inCurrency), invoice.remaining],
          ]}
        />
        {code === null ? (
          <p className="text-xs text-muted">{copy.otherCurrency(inCurrency)}</p>
        ) : (
          <figure className="grid justify-items-center gap-2">
            <QrCode text={code} label={copy.code} />
            <figcaption className="text-center text-xs text-muted">{copy.codeHint}</figcaption>
          </figure>
        )}
      </div>
    </Panel>
  );
}
