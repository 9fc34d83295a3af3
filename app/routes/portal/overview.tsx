import { OverviewTab } from '#app/features/overview/overview-tab.tsx';
import { overview } from '#content/portal/en/overview.ts';
import { shell } from '#content/portal/en/shell.ts';
import { company } from '#content/site.ts';

export default function Overview() {
  return <OverviewTab support={company} copy={overview} accessRequired={shell.accessRequired} />;
}
