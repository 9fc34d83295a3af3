import { useEffect } from 'react';
import { Outlet, useNavigation } from 'react-router';
import { ToastOutlet } from '#app/components/layout/toast-outlet.tsx';
import stylesUrl from '#app/styles/portal.css?url';
import { portalMeta } from './portal-meta.ts';

export const links = () => [{ rel: 'stylesheet', href: stylesUrl }];
export const meta = () => portalMeta();

const toastLabels = { region: 'Notifications', close: 'Close' };

export default function PortalLayout() {
  const { state } = useNavigation();
  useEffect(() => {
    Object.assign(document.documentElement.dataset, { hydrated: '', painted: '' });
  }, []);
  return (
    <>
      {state === 'loading' && <div className="navigation-progress" />}
      <Outlet />
      <ToastOutlet labels={toastLabels} />
    </>
  );
}
