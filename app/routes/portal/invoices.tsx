import { InvoicesTab } from '#app/features/invoices/invoices-tab.tsx';
import { portalMeta } from './portal-meta.ts';

export const meta = () => portalMeta('Invoices');

export default function Invoices() {
  return <InvoicesTab />;
}
