import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useSearchParams } from '#app/lib/router/router.tsx';
import { Loading } from '#app/components/records/list-states.tsx';
import { followNewRecords } from '#app/components/records/new-records.ts';
import { Icon } from '#app/components/ui/icon.tsx';
import { TabList, TabPanel, Tabs, TabTrigger } from '#app/components/ui/tabs.tsx';
import { AccessRequired } from '#app/features/overview/access-required.tsx';
import { customerQuery } from '#app/features/overview/overview-queries.ts';
import { OverviewTab } from '#app/features/overview/overview-tab.tsx';
import { createQueryClient } from '#app/lib/query-client.ts';
import { site } from '#content/site.ts';
import type { User } from '#contract/auth.ts';
import { PortalHeader } from './portal-header.tsx';
import { portalTitle } from './portal-meta.ts';
import type { RecordTabProps } from './record-tab.tsx';
import { isSecurity, openTab, type PortalTab, portalTabs, tabSearch } from './portal-tabs.ts';

// The lists and all they need come a while after the overview, when the tabs are reached for, or at once where the
// address names one.
const loadRecordTab = () => import('./record-tab.tsx');
const prepareRecordTab = () => void loadRecordTab().catch(() => {});
if (typeof window !== 'undefined' && new URLSearchParams(window.location.search).has('tab')) prepareRecordTab();
const RecordTab = lazy(() => loadRecordTab().then((module) => ({ default: module.RecordTab })));

const loadSecurity = () => import('#app/features/security/security-view.tsx');
const prepareSecurity = () => void loadSecurity().catch(() => {});
const SecurityView = lazy(() => loadSecurity().then((module) => ({ default: module.SecurityView })));

type PortalScreenProps = { user: User; onSignedOut: () => void };

/** One for each user: nothing that one has fetched is ever shown to another. */
export function PortalScreen({ user, onSignedOut }: PortalScreenProps) {
  const [client] = useState(() => createQueryClient({ onSignedOut }));
  const [params] = useSearchParams();
  const isSecurityOpen = isSecurity(params);
  const open = openTab(params);
  const title = isSecurityOpen ? 'Security' : open.label;
  const main = useRef<HTMLElement>(null);
  useEffect(() => {
    document.title = portalTitle(title);
  }, [title]);
  useEffect(() => followNewRecords(client), [client]);
  useEffect(() => {
    main.current?.focus({ preventScroll: true });
    const timer = setTimeout(prepareRecordTab, 3000);
    return () => clearTimeout(timer);
  }, []);
  return (
    <QueryClientProvider client={client}>
      <a href="#contenu" className="skip-link">
        Skip to content
      </a>
      <Tabs value={isSecurityOpen ? 'security' : open.name} activationMode="manual" className="portal">
        <header className="portal-top">
          <PortalHeader
            company={site.company.name}
            email={user.email}
            isSecurityOpen={isSecurityOpen}
            onSecurityNear={prepareSecurity}
          />
          <nav aria-label="Portal" className="portal-wrap">
            <TabList
              aria-label="Your records"
              className="portal-tabs"
              onPointerEnter={prepareRecordTab}
              onFocus={prepareRecordTab}
            >
              {portalTabs.map((tab) => (
                <TabLink key={tab.name} tab={tab} />
              ))}
            </TabList>
          </nav>
        </header>
        <main id="contenu" ref={main} tabIndex={-1} className="portal-wrap py-6 outline-none sm:py-8">
          {isSecurityOpen && (
            <Suspense fallback={<Waiting what="your security settings" />}>
              <SecurityView onSignedOut={onSignedOut} />
            </Suspense>
          )}
          {portalTabs.map((tab) => (
            <TabPanel key={tab.name} value={tab.name} className="rounded-md">
              {tab.name === open.name && !isSecurityOpen && (
                <Suspense fallback={<Waiting what={tab.label.toLowerCase()} />}>
                  {tab.name === 'overview' ? (
                    <OverviewTab support={site.company} />
                  ) : (
                    <LinkedRecordTab name={tab.name} user={user} onSignedOut={onSignedOut} />
                  )}
                </Suspense>
              )}
            </TabPanel>
          ))}
        </main>
      </Tabs>
    </QueryClientProvider>
  );
}

/** Who is linked to no customer is told so instead of being shown empty lists. */
function LinkedRecordTab(props: Omit<RecordTabProps, 'customerName'>) {
  // Read beside the list, which does not wait for it.
  const { data: customer } = useQuery(customerQuery);
  if (customer === null) return <AccessRequired support={site.company} />;
  return <RecordTab {...props} customerName={customer?.name} />;
}

const Waiting = ({ what }: { what: string }) => (
  <div className="records-frame">
    <Loading what={what} />
  </div>
);

/** A tab that is a link: it can be opened in a new tab and copied, and Back leads to it. */
function TabLink({ tab }: { tab: PortalTab }) {
  const pressOnSpace = (event: KeyboardEvent<HTMLAnchorElement>) => {
    if (event.key !== ' ') return;
    event.preventDefault();
    event.currentTarget.click();
  };
  return (
    <TabTrigger value={tab.name} asChild>
      <a href={`/customer-portal${tabSearch(tab)}`} onKeyDown={pressOnSpace}>
        <Icon name={tab.icon} className="size-4.5" />
        {tab.label}
      </a>
    </TabTrigger>
  );
}
