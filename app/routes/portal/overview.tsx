import { OverviewTab } from '#app/features/overview/overview-tab.tsx';
import { site } from '#content/site.ts';
import { portalMeta } from './portal-meta.ts';

export const meta = () => portalMeta('Overview');

export default function Overview() {
  return <OverviewTab support={site.company} />;
}
