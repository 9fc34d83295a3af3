import { useAuth } from '#app/features/auth/auth.tsx';
import { NoCustomer } from '#app/features/people/no-customer.tsx';
import { noCustomer } from '#content/portal/en/no-customer.ts';
import { company } from '#content/site.ts';

/** Loaded by portal.tsx, for the few users who see it. */
export default function NoCustomerScreen() {
  const { user, refresh, expire } = useAuth();
  if (user === null) return null;
  return (
    <NoCustomer
      support={company}
      copy={noCustomer}
      email={user.email}
      onLinked={() => void refresh()}
      onSignedOut={expire}
    />
  );
}
