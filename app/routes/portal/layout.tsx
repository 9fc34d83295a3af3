import { useEffect } from 'react';
import { Outlet, useNavigation } from 'react-router';
import { ToastOutlet } from '#app/components/layout/toast-outlet.tsx';
import stylesUrl from '#app/styles/portal.css?url';
import { company } from '#content/site.ts';

export const links = () => [{ rel: 'stylesheet', href: stylesUrl }];
export const meta = () => [
  { title: `Customer Portal – ${company.name}` },
  { name: 'description', content: 'Access your invoices, contracts, licenses, and support tickets' },
  { name: 'robots', content: 'noindex, nofollow' },
];

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
