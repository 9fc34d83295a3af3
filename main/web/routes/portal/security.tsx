import { Navigate, useLocation, useOutletContext } from 'react-router';
import { SecurityCopyContext } from '#app/features/security/security-copy.ts';
import { SecurityView } from '#app/features/security/security-view.tsx';
import { copyPart, preloadCopy, useCopy } from '#app/lib/copy.ts';
import { portalOffer } from '#app/lib/language.tsx';
import type { PortalContext } from './portal.tsx';
import { accountPath } from './portal-tabs.ts';

const securityCopy = copyPart(() => import('#content/portal/en/security.ts'), {
  fr: () => import('#content/portal/fr/security.ts'),
  ar: () => import('#content/portal/ar/security.ts'),
});
preloadCopy(portalOffer, securityCopy);

export default function Security() {
  const { security } = useCopy(securityCopy);
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
