import { useOutletContext } from 'react-router';
import { AccountCopyContext } from '#app/features/account/account-copy.ts';
import { AccountView } from '#app/features/account/account-view.tsx';
import { account } from '#content/portal/en/account.ts';
import { calendar } from '#content/portal/en/record-pages.ts';
import type { PortalContext } from './portal.tsx';
import { securityPath, ticketPath } from './portal-tabs.ts';

export default function Account() {
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
