import { Allowed } from '#app/desk/components/allowed.tsx';
import { Dashboard } from '#app/desk/dashboard/dashboard.tsx';
import { copyPart, preloadCopy, useCopy } from '#app/lib/copy.ts';
import { LeadFigures } from '#modules/leads/desk/lead-figures.tsx';
import { dashboardPermissions, receivablesPermissions } from '#contract/staff.ts';
import { deskLanguages } from '#contract/languages.ts';

const dashboardCopy = copyPart(() => import('#content/desk/fr/dashboard.ts'), {
  en: () => import('#content/desk/en/dashboard.ts'),
});
preloadCopy(deskLanguages, dashboardCopy);

export default function DashboardRoute() {
  const { dashboard } = useCopy(dashboardCopy);
  return (
    <Allowed to={[...dashboardPermissions, ...receivablesPermissions]}>
      <Dashboard copy={dashboard} LeadFigures={LeadFigures} />
    </Allowed>
  );
}
