import { lazy, Suspense } from 'react';
import { Navigate } from 'react-router';
import { tabPath, portalTabs } from './portal-tabs.ts';

const Screen = lazy(() => import('./appointments-screen.tsx'));

/** Only where appointments are booked (BOOKING=on). */
export default function Appointments() {
  if (import.meta.env.VITE_BOOKING !== 'on') return <Navigate to={tabPath(portalTabs[0])} replace />;
  return (
    <Suspense>
      <Screen />
    </Suspense>
  );
}
