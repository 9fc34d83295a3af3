import { useOutletContext } from 'react-router';
import { SecurityView } from '#app/features/security/security-view.tsx';
import type { PortalContext } from './portal.tsx';

export default function Security() {
  const { onSignedOut } = useOutletContext<PortalContext>();
  return <SecurityView onSignedOut={onSignedOut} />;
}
