import { useOutletContext } from 'react-router';
import { AccessLog } from '#app/features/access-log/access-log.tsx';
import { useAuth } from '#app/features/auth/auth.tsx';
import { SecurityView } from '#app/features/security/security-view.tsx';
import { canDo } from '#contract/roles.ts';
import type { PortalContext } from './portal.tsx';

export default function Security() {
  const { onSignedOut } = useOutletContext<PortalContext>();
  const { customerId, memberships } = useAuth();
  const membership = memberships.find((one) => one.customerId === customerId);
  return (
    <div className="mx-auto grid max-w-3xl gap-5">
      <SecurityView onSignedOut={onSignedOut} />
      {membership !== undefined && canDo(membership.roles, 'people') && <AccessLog />}
    </div>
  );
}
