import { useContext } from 'react';
import { useNavigate, useOutletContext } from 'react-router';
import { AccessLog } from '#app/features/access-log/access-log.tsx';
import { useAuth } from '#app/features/auth/auth.tsx';
import { PeopleCopyContext } from '#app/features/people/people-copy.ts';
import { PeopleView } from '#app/features/people/people-view.tsx';
import { MembershipContext } from '#app/lib/portal-context.ts';
import { toast } from '#app/lib/toast.ts';
import { copyPart, preloadCopy, useCopy } from '#app/lib/copy.ts';
import { portalOffer } from '#app/lib/language.tsx';
import { shellCopy } from './language.ts';
import type { PortalContext } from './portal.tsx';

const peopleCopy = copyPart(() => import('#content/portal/en/people.ts'), {
  fr: () => import('#content/portal/fr/people.ts'),
  ar: () => import('#content/portal/ar/people.ts'),
});
preloadCopy(portalOffer, peopleCopy);

export default function People() {
  const { accessLog, people } = useCopy(peopleCopy);
  const { roles } = useCopy(shellCopy);
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
    <PeopleCopyContext value={{ people, roles }}>
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
