import { useContext } from 'react';
import { useNavigate } from 'react-router';
import { badges } from '#app/components/data-list/list-view.ts';
import { type Ask, ContractPage, InvoicePage, LicensePage } from '#app/features/records/record-page.tsx';
import { StatementPage } from '#app/features/records/statement-page.tsx';
import {
  contractVariants,
  invoiceVariants,
  licenseVariants,
  typeVariants,
} from '#app/features/records/record-tabs.tsx';
import { emptyDraft, readDraft, saveDraft } from '#app/features/tickets/ticket-draft.ts';
import { MembershipContext } from '#app/lib/portal-context.ts';
import { useCopy } from '#app/lib/copy.ts';
import { HowToPay } from '#modules/bank/portal/how-to-pay.tsx';
import { BankDetails } from '#modules/bank/shared/bank-details.tsx';
import { bankCopy, listsCopy, recordPagesCopy } from './shared-copy.ts';

type RecordRouteProps = { tab: 'invoices' | 'contracts' | 'licenses' | 'payments'; name: string; userId: string };

/** Loaded by records.tsx, which is the route of every record too. */
export default function RecordPage({ tab, name, userId }: RecordRouteProps) {
  const { bank } = useCopy(bankCopy);
  const { askAbout, howToPay, invoicePage, recordPage, statementPage } = useCopy(recordPagesCopy);
  const { contracts, invoices, licenses, payments } = useCopy(listsCopy);
  const customerId = useContext(MembershipContext)?.customerId;
  const navigate = useNavigate();
  const ask: Ask = ({ subject, text, invoiceId }) => {
    const owner = `${userId} ${customerId}`;
    const draft = readDraft(sessionStorage, owner);
    // What somebody is writing stays.
    const isBusy = draft.description.trim() !== '';
    const next = isBusy
      ? { ...draft, description: `${draft.description}\n\n${text.trim()}` }
      : { ...emptyDraft(), subject, description: text, topic: 'billing' as const, invoiceId };
    // As after an interrupted session: the list opens the form with it.
    saveDraft(sessionStorage, owner, { ...next, isInterrupted: true });
    void navigate('/customer-portal/support');
  };
  if (tab === 'invoices')
    return (
      <InvoicePage
        number={name}
        copy={invoicePage}
        payLabel={howToPay.title}
        renderHowToPay={(invoice, currency) => (
          <HowToPay invoice={invoice} currency={currency} copy={howToPay} bankCopy={bank} />
        )}
        methods={payments.methods}
        askCopy={askAbout.invoice}
        statuses={badges(invoices.statuses, invoiceVariants)}
        onAsk={ask}
      />
    );
  if (tab === 'contracts')
    return (
      <ContractPage
        number={name}
        copy={recordPage.contract}
        pageCopy={invoicePage}
        statuses={badges(contracts.statuses, contractVariants)}
        renewCopy={askAbout.renew}
        onAsk={ask}
      />
    );
  if (tab === 'licenses')
    return (
      <LicensePage
        id={name}
        copy={recordPage.license}
        pageCopy={invoicePage}
        statuses={badges(licenses.statuses, licenseVariants)}
        types={badges(licenses.types, typeVariants)}
        seatsCopy={askAbout.seats}
        renewCopy={askAbout.renewLicense}
        onAsk={ask}
      />
    );
  return <StatementPage copy={statementPage} bank={{ title: bank.title, details: <BankDetails copy={bank} /> }} />;
}
