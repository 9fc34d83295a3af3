import { useContext } from 'react';
import { useOutletContext } from 'react-router';
import { AppointmentsView } from '#modules/appointments/portal/appointments-view.tsx';
import { copyPart, useCopy } from '#app/lib/copy.ts';
import { MembershipContext } from '#app/lib/portal-context.ts';
import type { PortalContext } from './portal.tsx';
import { supportPath } from './portal-tabs.ts';

const appointmentsCopy = copyPart(() => import('#modules/appointments/copy/portal.en.ts'), {
  fr: () => import('#modules/appointments/copy/portal.fr.ts'),
  ar: () => import('#modules/appointments/copy/portal.ar.ts'),
});

export default function AppointmentsScreen() {
  const { appointments, picker } = useCopy(appointmentsCopy);
  const { noCustomer } = useOutletContext<PortalContext>();
  if (useContext(MembershipContext) === undefined) return noCustomer;
  return <AppointmentsView copy={appointments} picker={picker} supportPath={supportPath} />;
}
