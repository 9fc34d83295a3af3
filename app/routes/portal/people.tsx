import { useContext } from 'react';
import { useNavigate, useOutletContext } from 'react-router';
import { AccessLog } from '#app/features/access-log/access-log.tsx';
import { useAuth } from '#app/features/auth/auth.tsx';
import { AccessRequired } from '#app/features/overview/customer-access.tsx';
import { PeopleView } from '#app/features/people/people-view.tsx';
import { MembershipContext } from '#app/lib/portal-context.ts';
import { toast } from '#app/lib/toast.ts';
import { company } from '#content/site.ts';
import type { PortalContext } from './portal.tsx';

export default function People() {
  const { onSignedOut } = useOutletContext<PortalContext>();
  const membership = useContext(MembershipContext);
  const { refresh } = useAuth();
  const navigate = useNavigate();
  if (membership === undefined) return <AccessRequired support={company} />;
  const leave = async () => {
    await navigate('/customer-portal');
    await refresh();
    toast({ source: 'people', title: 'Access removed', description: `You have left ${membership.name}.` });
  };
  return (
    <PeopleView
      customer={membership}
      onSignedOut={onSignedOut}
      onOwnRolesChanged={() => void refresh()}
      onLeft={() => void leave()}
    >
      <AccessLog />
    </PeopleView>
  );
}
