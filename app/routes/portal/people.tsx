import { useContext } from 'react';
import { useNavigate, useOutletContext } from 'react-router';
import { AccessLog } from '#app/features/access-log/access-log.tsx';
import { useAuth } from '#app/features/auth/auth.tsx';
import { PeopleCopyContext } from '#app/features/people/people-copy.ts';
import { PeopleView } from '#app/features/people/people-view.tsx';
import { MembershipContext } from '#app/lib/portal-context.ts';
import { toast } from '#app/lib/toast.ts';
import { accessLog, people } from '#content/portal/en/people.ts';
import { language } from './language.ts';
import type { PortalContext } from './portal.tsx';

const { roles } = language;

const copy = { people, roles };

export default function People() {
  const { onSignedOut, noCustomer } = useOutletContext<PortalContext>();
  const membership = useContext(MembershipContext);
  const { refresh } = useAuth();
  const navigate = useNavigate();
  if (membership === undefined) return noCustomer;
  const leave = async () => {
    await navigate('/customer-portal');
    await refresh();
    toast({ source: 'people', title: people.left.title, description: people.left.description(membership.name) });
  };
  return (
    <PeopleCopyContext value={copy}>
      <PeopleView
        customer={membership}
        onSignedOut={onSignedOut}
        onOwnRolesChanged={() => void refresh()}
        onLeft={() => void leave()}
      >
        <AccessLog copy={accessLog} />
      </PeopleView>
    </PeopleCopyContext>
  );
}
