import { Navigate, useLocation, useOutletContext } from 'react-router';
import { SecurityCopyContext } from '#app/features/security/security-copy.ts';
import { SecurityView } from '#app/features/security/security-view.tsx';
import { security } from '#content/portal/en/security.ts';
import type { PortalContext } from './portal.tsx';
import { accountPath } from './portal-tabs.ts';

export default function Security() {
  const { onSignedOut } = useOutletContext<PortalContext>();
  const { hash } = useLocation();
  // Links in older mails.
  if (hash === '#mails') return <Navigate to={`${accountPath}${hash}`} replace />;
  return (
    <SecurityCopyContext value={security}>
      <SecurityView onSignedOut={onSignedOut} />
    </SecurityCopyContext>
  );
}
