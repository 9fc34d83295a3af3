import { useAuth } from '#app/features/auth/auth.tsx';
import { NoCustomer } from '#app/features/people/no-customer.tsx';
import { contact } from './contact.ts';
import { copyPart, useCopy } from '#app/lib/copy.ts';

const noCustomerCopy = copyPart(() => import('#content/portal/en/no-customer.ts'), {
  fr: () => import('#content/portal/fr/no-customer.ts'),
  ar: () => import('#content/portal/ar/no-customer.ts'),
});

/** Loaded by portal.tsx, for the few users who see it. */
export default function NoCustomerScreen() {
  const { noCustomer } = useCopy(noCustomerCopy);
  const { user, refresh, expire } = useAuth();
  if (user === null) return null;
  return (
    <NoCustomer
      support={contact}
      copy={noCustomer}
      email={user.email}
      onLinked={() => void refresh()}
      onSignedOut={expire}
    />
  );
}
