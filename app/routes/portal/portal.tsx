import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, lazy, Suspense, useContext, useEffect, useRef, useState } from 'react';
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
import { CurrencyContext, ListOwner, MembershipContext, mayDo, ReadOnlyContext } from '#app/lib/portal-context.ts';
import { createQueryClient, followNewRecords } from '#app/lib/query-client.ts';
import { toast } from '#app/lib/toast.ts';
import { company } from '#content/site.ts';
import type { User } from '#contract/auth.ts';
import {
  type PortalTab,
  currentUrlOf,
  needOf,
  openTab,
  peoplePath,
  portalTabs,
  screenName,
  securityPath,
  tabPath,
} from './portal-tabs.ts';

// For few users, and not a part of the first load: one chunk (vite.config.ts).
const loadSwitcher = () => import('./customer-switcher.tsx');
const CustomerLink = lazy(async () => ({ default: (await loadSwitcher()).CustomerLink }));
// The portal works without it if the network fails.
const CustomerSwitcher = lazy(async () => {
  const module = await loadSwitcher().catch(() => undefined);
  return { default: module?.CustomerSwitcher ?? (() => <></>) };
});
const NotInRole = lazy(async () => ({ default: (await import('#app/features/people/not-in-role.tsx')).NotInRole }));
const ViewingBanner = lazy(async () => ({
  default: (await import('#app/features/viewing/viewing-banner.tsx')).ViewingBanner,
}));

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
  const { loading, failure, user, customerId, memberships, currency, ended, refresh, expire, isViewing } = useAuth();
  const location = useLocation();
  const navigate = useNavigate();
  const currentUrl = currentUrlOf(location.search);
  useEffect(() => {
    if (currentUrl !== undefined) void navigate(currentUrl, { replace: true });
  }, [currentUrl, navigate]);
  const wanted = new URLSearchParams(location.search).get('customer');
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
  if (wanted !== null)
    return (
      <Suspense>
        <CustomerLink wanted={wanted} />
      </Suspense>
    );
  const membership = memberships.find((one) => one.customerId === customerId);
  return (
    <CurrencyContext value={currency}>
      <MembershipContext value={membership}>
        <ReadOnlyContext value={isViewing}>
          {isViewing && (
            <Suspense>
              <ViewingBanner customerId={customerId} customerName={membership?.name} />
            </Suspense>
          )}
          <PortalScreen key={`${user.id} ${customerId}`} user={user} onSignedOut={expire} />
        </ReadOnlyContext>
      </MembershipContext>
    </CurrencyContext>
  );
}

/** Passed to the tabs' routes through `useOutletContext`. */
export type PortalContext = {
  user: User;
  onSignedOut: () => void;
  tab: PortalTab['name'] | undefined;
};

const prefetchDelayMs = 3000;

/** Keyed by user and customer: cached data of one is never shown to, or as, another. */
function PortalScreen({ user, onSignedOut }: Pick<PortalContext, 'user' | 'onSignedOut'>) {
  const { refresh, isViewing } = useAuth();
  const [client] = useState(() => createQueryClient({ onSignedOut, onForbidden: () => void refresh() }));
  const { pathname } = useLocation();
  const membership = useContext(MembershipContext);
  const tabs = portalTabs.filter((tab) => mayDo(membership, needOf(tab)));
  const current = openTab(pathname);
  const open = tabs.find((tab) => tab === current);
  const screen = screenName(pathname);
  // Security is about the user's account, which is not the customer's for staff.
  const isHidden = screen === 'People' ? !mayDo(membership, 'people') : screen === 'Security' && isViewing;
  const isAllowed = current === open && !isHidden;
  const [isPrefetching, setPrefetching] = useState(false);
  const main = useRef<HTMLElement>(null);
  useEffect(() => {
    const stopFollowing = followNewRecords(client);
    return () => {
      stopFollowing();
      void client.cancelQueries();
      client.clear();
    };
  }, [client]);
  useEffect(() => {
    main.current?.focus({ preventScroll: true });
    const timer = setTimeout(() => setPrefetching(true), prefetchDelayMs);
    return () => clearTimeout(timer);
  }, []);
  const tab = <TabContent tab={current?.name} isAllowed={isAllowed} user={user} onSignedOut={onSignedOut} />;
  return (
    <QueryClientProvider client={client}>
      <a href="#contenu" className="skip-link">
        Skip to content
      </a>
      {/* The lists share a chunk: prefetching one tab prefetches nearly all of them. */}
      {isPrefetching && tabs.map((other) => <PrefetchPageLinks key={other.name} page={tabPath(other)} />)}
      <Tabs value={open?.name ?? ''} className="portal">
        <header className="portal-top ground-ink">
          <PortalHeader email={user.email} />
          <nav aria-label="Portal" className="portal-wrap">
            <TabList aria-label="Your records" className="portal-tabs">
              {tabs.map((entry) => (
                <TabLink key={entry.name} tab={entry} />
              ))}
            </TabList>
          </nav>
        </header>
        <main id="contenu" ref={main} tabIndex={-1} className="portal-wrap py-6 outline-none sm:py-8">
          {open === undefined && tab}
          {tabs.map(({ name }) => (
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
function TabContent({ isAllowed, ...context }: PortalContext & { isAllowed: boolean }) {
  const { customerId, refresh } = useAuth();
  const isList = context.tab !== undefined && context.tab !== 'overview';
  // Loaded in parallel with the list.
  const { data: customer } = useQuery({ ...customerQuery, enabled: isList });
  // The session no longer shows the customer that was active when this screen was opened.
  const isOther = customer !== undefined && (customer?.id ?? null) !== customerId;
  useEffect(() => {
    if (isOther) void refresh();
  }, [isOther, refresh]);
  if (!isAllowed)
    return (
      <Suspense>
        <NotInRole />
      </Suspense>
    );
  if (isList && customer === null) return <AccessRequired support={company} />;
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

function PortalHeader({ email }: { email: string }) {
  const { memberships, signOut, isViewing } = useAuth();
  const membership = useContext(MembershipContext);
  const [isSigningOut, setIsSigningOut] = useState(false);
  const handleSignOut = async () => {
    setIsSigningOut(true);
    const { error } = await signOut();
    setIsSigningOut(false);
    if (error !== null)
      toast({ source: 'sign-out', title: 'Sign Out Failed', description: error.message, variant: 'destructive' });
  };
  return (
    <div className="portal-wrap flex flex-wrap items-center gap-x-2 gap-y-2 py-2.5 sm:gap-x-4">
      <a href="/" className="shrink-0 rounded-md p-1" aria-label={`${company.name}, home`}>
        <LogoMark className="h-9 w-auto" />
      </a>
      <div className="min-w-0 flex-1">
        <h1 className="text-base leading-tight sm:text-lg">Customer Portal</h1>
        <p className="truncate text-xs text-muted">
          Welcome, <bdi>{email}</bdi>
        </p>
      </div>
      {memberships.length > 1 && (
        <div className="min-h-10 min-w-0 max-md:order-last max-md:w-full md:max-w-56 lg:max-w-72">
          <Suspense>
            <CustomerSwitcher />
          </Suspense>
        </div>
      )}
      <span className="flex shrink-0 sm:gap-1">
        {membership !== undefined && mayDo(membership, 'people') && (
          <HeaderLink to={peoplePath} icon="users" label="People" />
        )}
        {!isViewing && <HeaderLink to={securityPath} icon="shield-check" label="Security" />}
      </span>
      <Button
        variant="secondary"
        size="sm"
        disabled={isSigningOut}
        onClick={() => void handleSignOut()}
        className="shrink-0 max-[27rem]:px-3"
      >
        <Icon name="log-out" className="size-4 max-[27rem]:hidden" />
        Sign Out
      </Button>
    </div>
  );
}

function HeaderLink({ to, icon, label }: { to: string; icon: string; label: string }) {
  const { pathname } = useLocation();
  return (
    <Link
      to={to}
      prefetch="intent"
      aria-current={pathname === to ? 'page' : undefined}
      className={buttonClass('quiet', 'sm', 'max-lg:px-2 aria-[current]:bg-tint forced-colors:aria-[current]:border')}
    >
      <Icon name={icon} className="size-4.5" />
      <span className="max-lg:sr-only">{label}</span>
    </Link>
  );
}
