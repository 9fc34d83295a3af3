import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import {
  Link,
  type MetaArgs,
  type MetaDescriptor,
  Navigate,
  Outlet,
  PrefetchPageLinks,
  useLocation,
  useNavigate,
} from 'react-router';
import { LoadError } from '#app/components/data-list/list-states.tsx';
import { LogoMark } from '#app/components/pictures/logo.tsx';
import { Button, buttonClass } from '#app/components/ui/button.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import { Spinner } from '#app/components/ui/spinner.tsx';
import { TabList, TabPanel, Tabs, useTab } from '#app/components/ui/tabs.tsx';
import { AuthProvider, useAuth } from '#app/features/auth/auth.tsx';
import { signInPath, signInPathFrom } from '#app/features/auth/return-path.ts';
import { AccessRequired, customerQuery } from '#app/features/overview/customer-access.tsx';
import { CurrencyContext, ListOwner } from '#app/lib/portal-context.ts';
import { createQueryClient, followNewRecords } from '#app/lib/query-client.ts';
import { toast } from '#app/lib/toast.ts';
import { site } from '#content/site.ts';
import type { User } from '#contract/auth.ts';
import { type PortalTab, currentUrlOf, openTab, portalTabs, screenName, securityPath, tabPath } from './portal-tabs.ts';

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

/** Passed to the tabs' routes through `useOutletContext`. */
export type PortalContext = { user: User; onSignedOut: () => void; tab: PortalTab['name'] | undefined };

const prefetchDelayMs = 3000;

/** Keyed by user: cached data of one user is never shown to another. */
function PortalScreen({ user, onSignedOut }: Omit<PortalContext, 'tab'>) {
  const [client] = useState(() => createQueryClient({ onSignedOut }));
  const { pathname } = useLocation();
  const open = openTab(pathname);
  const [isPrefetching, setPrefetching] = useState(false);
  const main = useRef<HTMLElement>(null);
  useEffect(() => {
    return followNewRecords(client);
  }, [client]);
  useEffect(() => {
    main.current?.focus({ preventScroll: true });
    const timer = setTimeout(() => setPrefetching(true), prefetchDelayMs);
    return () => clearTimeout(timer);
  }, []);
  const tab = <TabContent tab={open?.name} user={user} onSignedOut={onSignedOut} />;
  return (
    <QueryClientProvider client={client}>
      <a href="#contenu" className="skip-link">
        Skip to content
      </a>
      {/* The lists share a chunk: prefetching one tab prefetches nearly all of them. */}
      {isPrefetching && portalTabs.map((other) => <PrefetchPageLinks key={other.name} page={tabPath(other)} />)}
      <Tabs value={open?.name ?? ''} className="portal">
        <header className="portal-top ground-ink">
          <PortalHeader email={user.email} isSecurityOpen={pathname === securityPath} />
          <nav aria-label="Portal" className="portal-wrap">
            <TabList aria-label="Your records" className="portal-tabs">
              {portalTabs.map((entry) => (
                <TabLink key={entry.name} tab={entry} />
              ))}
            </TabList>
          </nav>
        </header>
        <main id="contenu" ref={main} tabIndex={-1} className="portal-wrap py-6 outline-none sm:py-8">
          {open === undefined && tab}
          {portalTabs.map(({ name }) => (
            <TabPanel key={name} value={name} className="rounded-md">
              {tab}
            </TabPanel>
          ))}
        </main>
      </Tabs>
    </QueryClientProvider>
  );
}

/** A user without a customer gets an explanation instead of empty lists. */
function TabContent(context: PortalContext) {
  const isList = context.tab !== undefined && context.tab !== 'overview';
  // Loaded in parallel with the list.
  const { data: customer } = useQuery({ ...customerQuery, enabled: isList });
  if (isList && customer === null) return <AccessRequired support={site.company} />;
  return (
    <ListOwner value={{ userId: context.user.id, customerName: customer?.name }}>
      <Outlet context={context satisfies PortalContext} />
    </ListOwner>
  );
}

/** Tabs are links: they can be opened in a new browser tab, copied, and are in the history. */
function TabLink({ tab }: { tab: PortalTab }) {
  const clickOnSpace = (event: KeyboardEvent<HTMLAnchorElement>) => {
    if (event.key !== ' ') return;
    event.preventDefault();
    event.currentTarget.click();
  };
  return (
    <Link {...useTab(tab.name, tab.name === 'overview')} to={tabPath(tab)} prefetch="intent" onKeyDown={clickOnSpace}>
      <Icon name={tab.icon} className="size-4.5" />
      {tab.label}
    </Link>
  );
}

function PortalHeader({ email, isSecurityOpen }: { email: string; isSecurityOpen: boolean }) {
  const { signOut } = useAuth();
  const [isSigningOut, setIsSigningOut] = useState(false);
  const handleSignOut = async () => {
    setIsSigningOut(true);
    const { error } = await signOut();
    setIsSigningOut(false);
    if (error !== null)
      toast({ source: 'sign-out', title: 'Sign Out Failed', description: error.message, variant: 'destructive' });
  };
  return (
    <div className="portal-wrap flex items-center gap-3 py-2.5 sm:gap-4">
      <a href="/" className="shrink-0 rounded-md p-1" aria-label={`${site.company.name}, home`}>
        <LogoMark className="h-9 w-auto" />
      </a>
      <div className="min-w-0 grow">
        <h1 className="truncate text-base leading-tight sm:text-lg">Customer Portal</h1>
        <p className="truncate text-xs text-muted">
          Welcome, <bdi>{email}</bdi>
        </p>
      </div>
      <Link
        to={securityPath}
        prefetch="intent"
        aria-current={isSecurityOpen ? 'page' : undefined}
        className={buttonClass('quiet', 'sm', 'shrink-0 max-sm:px-2')}
      >
        <Icon name="shield-check" className="size-4.5" />
        <span className="max-sm:sr-only">Security</span>
      </Link>
      <Button
        variant="secondary"
        size="sm"
        disabled={isSigningOut}
        onClick={() => void handleSignOut()}
        className="shrink-0"
      >
        <Icon name="log-out" className="size-4 max-[27rem]:hidden" />
        Sign Out
      </Button>
    </div>
  );
}
