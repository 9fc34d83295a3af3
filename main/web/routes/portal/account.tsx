import { useOutletContext } from 'react-router';
import { AccountCopyContext } from '#app/features/account/account-copy.ts';
import { AccountView } from '#app/features/account/account-view.tsx';
import { copyPart, preloadCopy, useCopy } from '#app/lib/copy.ts';
import { portalOffer } from '#app/lib/language.tsx';
import type { PortalContext } from './portal.tsx';
import { securityPath, ticketPath } from './portal-tabs.ts';
import { recordPagesCopy } from './shared-copy.ts';

const accountCopy = copyPart(() => import('#content/portal/en/account.ts'), {
  fr: () => import('#content/portal/fr/account.ts'),
  ar: () => import('#content/portal/ar/account.ts'),
});
preloadCopy(portalOffer, accountCopy, recordPagesCopy);

export default function Account() {
  const { account } = useCopy(accountCopy);
  const { calendar } = useCopy(recordPagesCopy);
  const { onSignedOut } = useOutletContext<PortalContext>();
  return (
    <AccountCopyContext value={account}>
      <AccountView
        calendarCopy={calendar}
        securityPath={securityPath}
        ticketPath={ticketPath}
        onSignedOut={onSignedOut}
      />
    </AccountCopyContext>
  );
}
