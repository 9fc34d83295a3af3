// Rendered rarely: memoized, it would be larger and no faster.
'use no memo';

import { Suspense } from 'react';
import { Outlet, useLocation, useNavigation } from 'react-router';
import { PrintHead } from '#app/components/layout/print-head.tsx';
import { ToastOutlet } from '#app/components/layout/toast-outlet.tsx';
import { ScriptNotice } from '#app/components/ui/script-notice.tsx';
import { contact } from './contact.ts';
import { useCopy } from '#app/lib/copy.ts';
import { LanguageProvider, portalOffer, useHydratedScreen } from '#app/lib/language.tsx';
import { CommonCopyContext, FormatsContext } from '#app/lib/portal-context.ts';
import stylesUrl from '#app/styles/portal.css?url';
import { company } from '#content/site.ts';
import { formatsPart, shellCopy } from './language.ts';
import { screenName } from './portal-tabs.ts';

export const handle = { lang: 'en' };
export const links = () => [{ rel: 'stylesheet', href: stylesUrl }];
export const meta = () => [{ name: 'robots', content: 'noindex, nofollow' }];

export default function PortalLayout() {
  const { state } = useNavigation();
  return (
    <>
      {state === 'loading' && <div className="navigation-progress" />}
      <LanguageProvider offered={portalOffer}>
        {/* The document is prerendered in English: for other languages React renders what is inside again. */}
        <Suspense>
          <Screen />
        </Suspense>
      </LanguageProvider>
    </>
  );
}

function Screen() {
  const { common, shell } = useCopy(shellCopy);
  const formatsFor = useCopy(formatsPart);
  const { pathname } = useLocation();
  useHydratedScreen();
  const title = [screenName(pathname, shell), shell.title, company.name].filter((part) => part !== undefined);
  return (
    <>
      <title>{title.join(' – ')}</title>
      <meta name="description" content={shell.tagline} />
      <div className="wrap">
        <ScriptNotice>{shell.noScript(contact.phone, contact.email)}</ScriptNotice>
      </div>
      <PrintHead company={company.name} contact={`${contact.email}, ${contact.phone}`} />
      <FormatsContext value={formatsFor(null)}>
        <CommonCopyContext value={common}>
          <Outlet />
        </CommonCopyContext>
      </FormatsContext>
      <ToastOutlet labels={shell.toasts} />
    </>
  );
}
