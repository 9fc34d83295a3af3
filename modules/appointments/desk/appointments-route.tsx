import { Navigate } from 'react-router';
import { Allowed } from '#app/desk/components/allowed.tsx';
import { Appointments } from './appointments.tsx';
import { paths } from '#app/desk/components/desk-context.ts';
import { copyPart, preloadCopy, useCopy } from '#app/lib/copy.ts';
import { deskLanguages } from '#contract/languages.ts';

const appointmentsCopy = copyPart(() => import('../copy/desk.fr.ts'), {
  en: () => import('../copy/desk.en.ts'),
});
preloadCopy(deskLanguages, appointmentsCopy);

export default function AppointmentsRoute() {
  const { appointments, picker } = useCopy(appointmentsCopy);
  if (import.meta.env.VITE_BOOKING !== 'on') return <Navigate to={paths.queue} replace />;
  return (
    <Allowed to={['support', 'sales', 'admin']}>
      <Appointments copy={appointments} picker={picker} />
    </Allowed>
  );
}
