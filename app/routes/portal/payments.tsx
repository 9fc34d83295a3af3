import { PaymentsTab } from '#app/features/payments/payments-tab.tsx';
import { portalMeta } from './portal-meta.ts';

export const meta = () => portalMeta('Payments');

export default function Payments() {
  return <PaymentsTab />;
}
