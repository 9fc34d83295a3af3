import { useOutletContext } from 'react-router';
import { OverviewTab } from '#app/features/overview/overview-tab.tsx';
import { copyPart, preloadCopy, useCopy } from '#app/lib/copy.ts';
import { portalOffer } from '#app/lib/language.tsx';
import type { PortalContext } from './portal.tsx';

const overviewCopy = copyPart(() => import('#content/portal/en/overview.ts'), {
  fr: () => import('#content/portal/fr/overview.ts'),
  ar: () => import('#content/portal/ar/overview.ts'),
});
preloadCopy(portalOffer, overviewCopy);

export default function Overview() {
  const { overview } = useCopy(overviewCopy);
  const { noCustomer } = useOutletContext<PortalContext>();
  return <OverviewTab copy={overview} noCustomer={noCustomer} />;
}
