import { useSearchParams } from 'react-router';
import { NewInvoicePage } from './new-invoice-page.tsx';
import { copyPart, preloadCopy, useCopy } from '#app/lib/copy.ts';
import { deskLanguages } from '#contract/languages.ts';

const newInvoiceCopy = copyPart(() => import('../copy/new-invoice.fr.ts'), {
  en: () => import('../copy/new-invoice.en.ts'),
});
preloadCopy(deskLanguages, newInvoiceCopy);

/** Loaded by record.tsx, whose path it shares. */
export default function NewInvoice() {
  const { newInvoice } = useCopy(newInvoiceCopy);
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
