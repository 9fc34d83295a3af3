import { useOutletContext } from 'react-router';
import { OverviewTab } from '#app/features/overview/overview-tab.tsx';
import { overview } from '#content/portal/en/overview.ts';
import type { PortalContext } from './portal.tsx';

export default function Overview() {
  const { noCustomer } = useOutletContext<PortalContext>();
  return <OverviewTab copy={overview} noCustomer={noCustomer} />;
}
