import { useQuery } from '@tanstack/react-query';
import { bankAccountsQuery } from '#app/components/bank/bank-details.tsx';
import { CopyButton } from '#app/components/ui/copy-button.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import { QrCode } from '#app/components/ui/qr-code.tsx';
import { invoiceName } from '#app/lib/formats.ts';
import { useCommonCopy, useFormats } from '#app/lib/portal-context.ts';
import type { HowToPayCopy } from '#content/portal/en/record-pages.ts';
import { compare } from '#contract/decimal.ts';
import { epcText } from '#contract/epc-code.ts';
import { formatIban, normalizeIban } from '#contract/iban.ts';
import type { InvoiceDetail } from '#contract/record-detail.ts';

type HowToPayProps = { invoice: InvoiceDetail; currency: string; copy: HowToPayCopy };

/** Only our verified account is shown as payable: a document could name a forged one. */
export function HowToPay({ invoice, currency, copy }: HowToPayProps) {
  const { copied } = useCommonCopy();
  const formats = useFormats();
  const isOpen = invoice.kind === 'invoice' && invoice.isUnpaid && compare(invoice.remaining, '0') > 0;
  const { data } = useQuery({ ...bankAccountsQuery, enabled: isOpen });
  if (!isOpen || data === undefined) return null;
  const account = data.active;
  const inCurrency = invoice.document?.currency ?? currency;
  const named = invoice.document?.payment.iban ?? null;
  const reference = invoice.document?.payment.reference ?? invoiceName(invoice);
  if (account === null)
    return (
      <Panel title={copy.title} level="h3" className="print:hidden">
        <p className="px-5 py-4 text-sm">{copy.none}</p>
      </Panel>
    );
  const code = epcText({ ...account, currency: inCurrency, amount: invoice.remaining, reference });
  const facts = [
    [copy.holder, account.holder, account.holder],
    [copy.iban, formatIban(account.iban), account.iban],
    [copy.bic, account.bic, account.bic],
    [copy.reference, reference, reference],
    [copy.amount, formats.amount(invoice.remaining, inCurrency), invoice.remaining],
  ] as const;
  return (
    <Panel title={copy.title} level="h3" className="break-inside-avoid">
      <div className="grid gap-3 px-5 py-4 text-sm">
        <p className="text-muted">{copy.transfer}</p>
        {named !== null && normalizeIban(named) !== account.iban && (
          <Notice variant="error">
            <p>{copy.otherAccount}</p>
          </Notice>
        )}
        <dl className="grid gap-1">
          {facts.map(
            ([label, shown, value]) =>
              value !== null && (
                <div key={label} className="min-w-0">
                  <dt className="text-xs text-muted">{label}</dt>
                  <dd className="flex min-w-0 items-center justify-between gap-2 font-medium tabular-nums">
                    <bdi className={label === copy.iban ? 'min-w-0 text-[0.8125rem]' : 'min-w-0 wrap-anywhere'}>
                      {shown}
                    </bdi>
                    <CopyButton text={value} label={copy.copy(label)} copiedLabel={copied} />
                  </dd>
                </div>
              ),
          )}
          {account.fingerprint !== null && (
            <div>
              <dt className="text-xs text-muted">{copy.fingerprint}</dt>
              <dd lang="fr" className="font-medium">
                {account.fingerprint}
              </dd>
            </div>
          )}
        </dl>
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
