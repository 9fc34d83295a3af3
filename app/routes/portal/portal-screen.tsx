import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Link, Outlet, PrefetchPageLinks, useLocation } from 'react-router';
import { ListOwner } from '#app/lib/portal-context.ts';
import { followNewRecords } from '#app/components/data-list/records-query.ts';
import { Icon } from '#app/components/ui/icon.tsx';
import { TabList, TabPanel, Tabs, useTab } from '#app/components/ui/tabs.tsx';
import { AccessRequired } from '#app/features/overview/access-required.tsx';
import { customerQuery } from '#app/features/overview/overview-queries.ts';
import { createQueryClient } from '#app/lib/query-client.ts';
import { site } from '#content/site.ts';
import type { User } from '#contract/auth.ts';
import { PortalHeader } from './portal-header.tsx';
import { openTab, type PortalTab, portalTabs, securityPath, tabPath } from './portal-tabs.ts';

/** Passed to the tabs' routes through `useOutletContext`. */
export type PortalContext = { user: User; onSignedOut: () => void; tab: PortalTab['name'] | undefined };

const prefetchDelayMs = 3000;

/** Keyed by user: cached data of one user is never shown to another. */
export function PortalScreen({ user, onSignedOut }: Omit<PortalContext, 'tab'>) {
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
          <PortalHeader company={site.company.name} email={user.email} isSecurityOpen={pathname === securityPath} />
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
