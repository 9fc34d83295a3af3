import { Allowed } from '#app/desk/components/allowed.tsx';
import { Dashboard } from '#app/desk/dashboard/dashboard.tsx';
import { dashboard } from '#content/desk/fr/dashboard.ts';
import { dashboardPermissions, receivablesPermissions } from '#contract/staff.ts';

export default function DashboardRoute() {
  return (
    <Allowed to={[...dashboardPermissions, ...receivablesPermissions]}>
      <Dashboard copy={dashboard} />
    </Allowed>
  );
}
