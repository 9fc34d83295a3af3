import { useOutletContext } from 'react-router';
import { SecurityCopyContext } from '#app/features/security/security-copy.ts';
import { SecurityView } from '#app/features/security/security-view.tsx';
import { security } from '#content/portal/en/security.ts';
import type { PortalContext } from './portal.tsx';

export default function Security() {
  const { onSignedOut } = useOutletContext<PortalContext>();
  return (
    <SecurityCopyContext value={security}>
      <SecurityView onSignedOut={onSignedOut} />
    </SecurityCopyContext>
  );
}
