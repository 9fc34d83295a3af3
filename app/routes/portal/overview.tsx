import { OverviewTab } from '#app/features/overview/overview-tab.tsx';
import { site } from '#content/site.ts';

export default function Overview() {
  return <OverviewTab support={site.company} />;
}
