// Rendered rarely: memoized, it would be larger and no faster.
'use no memo';

import { Suspense } from 'react';
import { Navigate, useLocation } from 'react-router';
import { Logo } from '#app/components/layout/logo.tsx';
import { RampartEdge } from '#app/components/layout/rampart-edge.tsx';
import { AuthCard, useHasInvitation } from '#app/features/auth/auth-card.tsx';
import { AuthCopyContext } from '#app/features/auth/auth-copy.ts';
import { AuthProvider, useAuth } from '#app/features/auth/auth.tsx';
import { returnPath } from '#app/features/auth/return-path.ts';
import { useHydrated } from '#app/lib/use-hydrated.ts';
import { contact } from './contact.ts';
import { copyPart, useCopy } from '#app/lib/copy.ts';
import { company } from '#content/site.ts';
import { shellCopy } from './language.ts';
import { LanguageOffer, PortalLanguageSwitch } from './lazy-language.tsx';

const authCopy = copyPart(() => import('#content/portal/en/auth.ts'), {
  fr: () => import('#content/portal/fr/auth.ts'),
  ar: () => import('#content/portal/ar/auth.ts'),
});

export default function Auth() {
  const { auth } = useCopy(authCopy);
  const { roles } = useCopy(shellCopy);
  return (
    <AuthProvider>
      <AuthCopyContext value={{ ...auth, roles }}>
        <SignInScreen />
      </AuthCopyContext>
    </AuthProvider>
  );
}

function SignInScreen() {
  const { auth } = useCopy(authCopy);
  const { shell } = useCopy(shellCopy);
  const { user } = useAuth();
  const { search } = useLocation();
  const isHydrated = useHydrated();
  const hasInvitation = useHasInvitation();
  const next = returnPath(new URLSearchParams(search).get('next'));
  if (user !== null && !hasInvitation) return <Navigate to={next} replace />;
  // The page is prerendered for customers.
  const isForStaff = isHydrated && next.startsWith('/desk');
  return (
    <div className="auth-screen ground-mist">
      <Suspense>
        <LanguageOffer />
      </Suspense>
      <header className="flex flex-wrap items-center min-h-20 justify-between gap-x-4 px-4 py-5 sm:px-8">
        <a href="/" className="inline-block rounded-md py-1" aria-label={shell.home(company.name)}>
          <Logo name={company.name} />
        </a>
        <div className="min-h-10 max-sm:basis-full">
          <Suspense>
            <PortalLanguageSwitch />
          </Suspense>
        </div>
      </header>
      <main id="contenu" className="z-10 grid content-end justify-items-center px-4 pt-8">
        <div className="sign-in-tower w-full max-w-md bg-surface p-6 sm:p-8">
          <h1 className="text-3xl">{isForStaff ? auth.staffTitle : shell.title}</h1>
          {!isForStaff && <p className="mt-1.5 text-sm text-muted">{shell.tagline}</p>}
          <div className="mt-6">
            <AuthCard />
          </div>
        </div>
      </main>
      <footer className="-mt-24">
        <RampartEdge />
        <p className="ground-wall flex flex-wrap justify-center gap-x-6 px-5 pt-4 pb-6 text-sm text-muted">
          {auth.help}
          <a href={contact.phoneHref} className="font-semibold whitespace-nowrap text-ink hover:underline">
            <bdi>{contact.phone}</bdi>
          </a>
        </p>
      </footer>
    </div>
  );
}
