import { useSearchParams } from 'react-router';
import { NewInvoicePage } from '#app/desk/invoices/new-invoice-page.tsx';
import { newInvoice } from '#content/desk/fr/new-invoice.ts';

/** Loaded by record.tsx, whose path it shares. */
export default function NewInvoice() {
  const [params] = useSearchParams();
  const [customerId, creditsId] = [params.get('customerId'), params.get('credits')];
  return (
    <NewInvoicePage
      key={`${customerId} ${creditsId}`}
      copy={newInvoice}
      customerId={customerId}
      creditsId={creditsId}
    />
  );
}
