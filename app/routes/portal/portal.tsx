import { CurrencyContext } from '#app/lib/currency.ts';
import { Navigate, useLocation } from '#app/lib/router/router.tsx';
import { Failure } from '#app/components/records/list-states.tsx';
import { Spinner } from '#app/components/ui/spinner.tsx';
import { AuthProvider, useAuth } from '#app/features/auth/auth-context.tsx';
import { signInPath, signInPathFrom } from '#app/features/auth/return-path.ts';
import stylesUrl from '#app/styles/portal.css?url';
import { portalHead } from './portal-meta.ts';
import { PortalScreen } from './portal-screen.tsx';

export const loader = portalHead;
export const links = () => [{ rel: 'stylesheet', href: stylesUrl }];

export default function Portal() {
  return (
    <AuthProvider>
      <SignedIn />
    </AuthProvider>
  );
}

function SignedIn() {
  const { loading, failure, user, currency, ended, refresh, expire } = useAuth();
  const { search } = useLocation();
  if (loading) {
    return (
      <main id="contenu" className="grid min-h-dvh place-items-center">
        <Spinner label="Loading your session..." className="size-10" />
      </main>
    );
  }
  if (failure !== null) {
    return (
      <main id="contenu" className="grid min-h-dvh place-items-center">
        <Failure what="your session" message={failure.message} onRetry={() => void refresh()} />
      </main>
    );
  }
  if (user === null) return <Navigate to={ended === 'left' ? signInPath : signInPathFrom(search)} />;
  return (
    <CurrencyContext value={currency}>
      <PortalScreen key={user.id} user={user} onSignedOut={expire} />
    </CurrencyContext>
  );
}
