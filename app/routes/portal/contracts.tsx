import { ContractsTab } from '#app/features/contracts/contracts-tab.tsx';
import { portalMeta } from './portal-meta.ts';

export const meta = () => portalMeta('Contracts');

export default function Contracts() {
  return <ContractsTab />;
}
