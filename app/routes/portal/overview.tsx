import { OverviewTab } from '#app/features/overview/overview-tab.tsx';
import { overview } from '#content/portal/en/overview.ts';
import { company } from '#content/site.ts';
import { language } from './language.ts';

const { shell } = language;

export default function Overview() {
  return <OverviewTab support={company} copy={overview} accessRequired={shell.accessRequired} />;
}
