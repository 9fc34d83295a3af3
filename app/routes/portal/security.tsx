import { useOutletContext } from 'react-router';
import { SecurityView } from '#app/features/security/security-view.tsx';
import { portalMeta } from './portal-meta.ts';
import type { PortalContext } from './portal-screen.tsx';

export const meta = () => portalMeta('Security');

export default function Security() {
  const { onSignedOut } = useOutletContext<PortalContext>();
  return <SecurityView onSignedOut={onSignedOut} />;
}
