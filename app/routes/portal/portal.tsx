import { useEffect } from 'react';
import { type MetaArgs, type MetaDescriptor, Navigate, useLocation, useNavigate } from 'react-router';
import { CurrencyContext } from '#app/lib/portal-context.ts';
import { LoadError } from '#app/components/data-list/list-states.tsx';
import { Spinner } from '#app/components/ui/spinner.tsx';
import { AuthProvider, useAuth } from '#app/features/auth/auth-context.tsx';
import { signInPath, signInPathFrom } from '#app/features/auth/return-path.ts';
import { PortalScreen } from './portal-screen.tsx';
import { currentUrlOf, screenName } from './portal-tabs.ts';

/** The layout's, with the name of the screen in the title. */
export const meta = ({ location, matches }: MetaArgs): MetaDescriptor[] => {
  const screen = screenName(location.pathname);
  return matches
    .flatMap((match) => match?.meta ?? [])
    .map((entry) =>
      screen !== undefined && entry !== undefined && 'title' in entry
        ? { title: `${screen} – ${String(entry.title)}` }
        : entry,
    );
};

export default function Portal() {
  return (
    <AuthProvider>
      <SignedIn />
    </AuthProvider>
  );
}

function SignedIn() {
  const { loading, failure, user, currency, ended, refresh, expire } = useAuth();
  const location = useLocation();
  const navigate = useNavigate();
  const currentUrl = currentUrlOf(location.search);
  useEffect(() => {
    if (currentUrl !== undefined) void navigate(currentUrl, { replace: true });
  }, [currentUrl, navigate]);
  if (loading || currentUrl !== undefined) {
    return (
      <main id="contenu" className="grid min-h-dvh place-items-center">
        <Spinner label="Loading your session..." className="size-10" />
      </main>
    );
  }
  if (failure !== null) {
    return (
      <main id="contenu" className="grid min-h-dvh place-items-center">
        <LoadError what="your session" message={failure.message} onRetry={() => void refresh()} />
      </main>
    );
  }
  if (user === null) return <Navigate to={ended === 'signed-out' ? signInPath : signInPathFrom(location)} replace />;
  return (
    <CurrencyContext value={currency}>
      <PortalScreen key={user.id} user={user} onSignedOut={expire} />
    </CurrencyContext>
  );
}
