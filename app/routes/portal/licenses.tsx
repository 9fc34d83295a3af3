import { LicensesTab } from '#app/features/licenses/licenses-tab.tsx';
import { portalMeta } from './portal-meta.ts';

export const meta = () => portalMeta('Licenses');

export default function Licenses() {
  return <LicensesTab />;
}
