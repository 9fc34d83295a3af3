import { Panel } from '#app/components/ui/panel.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { useFormats } from '#app/lib/portal-context.ts';
import type { BankCopy } from '../copy/desk.fr.ts';
import type { DeskBankAccounts } from '../contract/bank-accounts.ts';
import type { OpenDialog } from './bank-dialogs.tsx';

type OtherIbansProps = {
  items: DeskBankAccounts['otherIbans'];
  copy: BankCopy;
  onOpen: (dialog: OpenDialog) => void;
};

/** Invoices that are being imported with another account than the active one. */
export function OtherIbans({ items, copy: { otherIbans: copy, unknown }, onOpen }: OtherIbansProps) {
  const { amount, moment } = useFormats();
  if (items.length === 0) return null;
  return (
    <Panel title={copy.title}>
      <p className="px-5 pt-4 text-sm text-muted">{copy.hint}</p>
      <ul className="divide-y divide-line">
        {items.map(({ id, number, customer, iban, gross, currency, isOwn, requestedBy, requestedAt }) => (
          <li key={id} className="grid gap-3 px-5 py-5">
            <div className="flex flex-wrap items-baseline justify-between gap-3">
              <h3 className="min-w-0 font-sans text-sm font-semibold wrap-anywhere">
                <bdi>{copy.invoice(number, customer)}</bdi>
              </h3>
              <span className="text-sm font-semibold">{amount(gross, currency)}</span>
            </div>
            <p className="font-mono text-sm wrap-anywhere">{iban}</p>
            <p className="text-sm text-muted">{copy.requestedBy(requestedBy ?? unknown, moment(requestedAt))}</p>
            {isOwn && <p className="text-sm text-muted">{copy.own}</p>}
            <p className="flex flex-wrap gap-3">
              {!isOwn && (
                <Button size="sm" onClick={() => onOpen({ kind: 'confirmIban', id })}>
                  {copy.confirm}
                </Button>
              )}
              <Button size="sm" variant="secondary" onClick={() => onOpen({ kind: 'rejectIban', id })}>
                {isOwn ? copy.withdraw : copy.reject}
              </Button>
            </p>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
