import { OverviewTab } from '#app/features/overview/overview-tab.tsx';
import { company } from '#content/site.ts';

export default function Overview() {
  return <OverviewTab support={company} />;
}
