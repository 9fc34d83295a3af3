import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, lazy, type ReactNode, Suspense, useContext, useEffect, useRef, useState } from 'react';
import { Link, Navigate, Outlet, PrefetchPageLinks, useLocation, useNavigate } from 'react-router';
import { LoadError } from '#app/components/data-list/list-states.tsx';
import { bringIntoView } from '#app/components/ui/bring-into-view.ts';
import { Icon } from '#app/components/ui/icon.tsx';
import { Spinner } from '#app/components/ui/spinner.tsx';
import { TabList, TabPanel, Tabs, useTab } from '#app/components/ui/tabs.tsx';
import { AuthProvider, useAuth } from '#app/features/auth/auth.tsx';
import { signInPath, signInPathFrom } from '#app/features/auth/return-path.ts';
import { customerQuery } from '#app/features/overview/customer-access.ts';
import { useCopy } from '#app/lib/copy.ts';
import {
  CurrencyContext,
  FormatsContext,
  ListOwner,
  MembershipContext,
  ReadOnlyContext,
  RiskHiddenContext,
  StaffContext,
  mayDo,
} from '#app/lib/portal-context.ts';
import { createQueryClient, followNewRecords } from '#app/lib/query-client.ts';
import type { User } from '#contract/auth.ts';
import { formatsPart, shellCopy } from './language.ts';
import { LanguageOffer, PortalLanguageSwitch, StoredLanguage } from './lazy-language.tsx';
import { PortalHeader } from './portal-header.tsx';
import { type PortalTab, currentUrlOf, needOf, openTab, otherScreen, portalTabs, tabPath } from './portal-tabs.ts';

// For few users, and not a part of the first load: one chunk (vite.config.ts).
const CustomerLink = lazy(async () => ({ default: (await import('./customer-switcher.tsx')).CustomerLink }));
const NoCustomer = lazy(() => import('./no-customer.tsx'));
const noCustomer = (
  <Suspense>
    <NoCustomer />
  </Suspense>
);
const loadExceptions = () => import('./exceptions.tsx');
const NotInRole = lazy(async () => ({ default: (await loadExceptions()).NotInRoleScreen }));
const ViewingBanner = lazy(async () => ({ default: (await loadExceptions()).Viewing }));

export default function Portal() {
  return (
    <AuthProvider>
      <SignedIn />
    </AuthProvider>
  );
}

function SignedIn() {
  const { shell } = useCopy(shellCopy);
  const formatsFor = useCopy(formatsPart);
  const {
    loading,
    failure,
    user,
    customerId,
    memberships,
    currency,
    isRiskHidden,
    ended,
    refresh,
    expire,
    isViewing,
    isStaff,
  } = useAuth();
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
        <Spinner label={shell.session.loading} className="size-10" />
      </main>
    );
  }
  if (failure !== null) {
    return (
      <main id="contenu" className="grid min-h-dvh place-items-center">
        <LoadError title={shell.session.failed} error={failure} onRetry={() => void refresh()} />
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
      <FormatsContext value={formatsFor(membership?.country)}>
        <MembershipContext value={membership}>
          <ReadOnlyContext value={isViewing}>
            {isViewing && (
              <Suspense>
                <ViewingBanner customerId={customerId} customerName={membership?.name} />
              </Suspense>
            )}
            <StaffContext value={isStaff}>
              <RiskHiddenContext value={isRiskHidden}>
                <PortalScreen key={`${user.id} ${customerId}`} user={user} onSignedOut={expire} />
              </RiskHiddenContext>
            </StaffContext>
          </ReadOnlyContext>
        </MembershipContext>
      </FormatsContext>
    </CurrencyContext>
  );
}

/** Passed to the tabs' routes through `useOutletContext`. */
export type PortalContext = {
  user: User;
  onSignedOut: () => void;
  tab: PortalTab['name'] | undefined;
  /** In place of a screen about a customer, for a user who has none. */
  noCustomer: ReactNode;
};

const prefetchDelayMs = 3000;

/** Keyed by user and customer: cached data of one is never shown to, or as, another. */
function PortalScreen({ user, onSignedOut }: Pick<PortalContext, 'user' | 'onSignedOut'>) {
  const { shell } = useCopy(shellCopy);
  const { refresh, isViewing } = useAuth();
  const [client] = useState(() => createQueryClient({ onSignedOut, onForbidden: () => void refresh() }));
  const { pathname } = useLocation();
  const membership = useContext(MembershipContext);
  const tabs = portalTabs.filter((tab) => mayDo(membership, needOf(tab)));
  const current = openTab(pathname);
  const open = tabs.find((tab) => tab === current);
  const screen = otherScreen(pathname);
  // The others are about the user's account, which is not the customer's for staff.
  const isHidden = screen === 'people' ? !mayDo(membership, 'people') : screen !== undefined && isViewing;
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
  const context = { tab: current?.name, user, onSignedOut, noCustomer };
  const tab = <TabContent isAllowed={isAllowed} {...context} />;
  return (
    <QueryClientProvider client={client}>
      <a href="#contenu" className="skip-link">
        {shell.skip}
      </a>
      {/* The lists share a chunk: prefetching one tab prefetches nearly all of them. */}
      {isPrefetching && tabs.map((other) => <PrefetchPageLinks key={other.name} page={tabPath(other)} />)}
      <Tabs value={open?.name ?? ''} className="portal">
        <Suspense>
          <LanguageOffer />
        </Suspense>
        <header className="portal-top ground-ink">
          <PortalHeader email={user.email} />
          <nav aria-label={shell.nav} className="portal-wrap">
            <TabList aria-label={shell.tabList} className="portal-tabs">
              {tabs.map((entry) => (
                <TabLink key={entry.name} tab={entry} />
              ))}
            </TabList>
          </nav>
          <div className="header-edge" />
        </header>
        <main id="contenu" ref={main} tabIndex={-1} className="portal-wrap py-4 outline-none sm:py-6">
          {open === undefined && tab}
          {tabs.map(({ name }) => (
            <TabPanel key={name} value={name} className="rounded-md">
              {tab}
            </TabPanel>
          ))}
        </main>
        <footer className="portal-wrap flex justify-end pb-6 print:hidden">
          <Suspense>
            <StoredLanguage />
            <PortalLanguageSwitch />
          </Suspense>
        </footer>
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
  if (isList && customer === null) return noCustomer;
  return (
    <ListOwner value={{ userId: context.user.id, customerName: customer?.name }}>
      <Outlet context={context satisfies PortalContext} />
    </ListOwner>
  );
}

/** Tabs are links: they can be opened in a new browser tab, copied, and are in the history. */
function TabLink({ tab }: { tab: PortalTab }) {
  const { shell } = useCopy(shellCopy);
  const clickOnSpace = (event: KeyboardEvent<HTMLAnchorElement>) => {
    if (event.key !== ' ') return;
    event.preventDefault();
    event.currentTarget.click();
  };
  const props = useTab(tab.name, tab.name === 'overview');
  return (
    <Link
      {...props}
      ref={props['aria-selected'] ? bringIntoView : undefined}
      to={tabPath(tab)}
      prefetch="intent"
      onKeyDown={clickOnSpace}
    >
      <Icon name={tab.icon} className="size-4.5 max-md:hidden" />
      {shell.tabs[tab.name]}
    </Link>
  );
}
