// Rendered rarely: memoized, it would be larger and no faster.
'use no memo';

import { createContext, type ReactNode, use } from 'react';
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useMatches } from 'react-router';
import { entry, imports } from 'virtual:public-entry';
import { company } from '#content/site.ts';
import { errorPage } from '#content/pages/error.ts';
import { ErrorScreen } from '#app/components/layout/error-screen.tsx';
import { PageHead } from '#app/components/layout/page-head.tsx';
import stylesUrl from '#app/styles/app.css?url';

/** Shows why controls do not work (app/components/ui/script-notice.tsx). Scripts do not bubble this event: it is captured. */
const noticeFailedScripts = `addEventListener("error",e=>{if(e.target.tagName==="SCRIPT")document.documentElement.dataset.scriptsFailed=""},true)`;

/** Notes a press of a button that comes before its code; main/web/islands/hydrate-islands.ts repeats it after hydration. */
const noteEarlyPress = `addEventListener("click",e=>{if(e.target.closest("[data-island]:not([data-ready])")){const b=e.target.closest("[data-press-early]");if(b)b.dataset.pressed=""}},true);`;

/** Back navigation and fragments need every section at its real height from the start. */
const renderAllSections = `if(location.hash||performance.getEntriesByType("navigation")[0]?.type!=="navigate")document.documentElement.dataset.allRendered="";`;

/** What confirms a form that was posted without scripts is shown by the fragment of the URL. Here, as a build without LEADS=deliver has no such rule. */
const hideUnposted = '[data-posted]:not(:target){display:none}';

/** On every document: a page without it would abort the fade of the one before with an error. The line and the wall move, the header stays, and the rest fades (app/styles/transitions.css). */
const fadeBetweenPages = '@media (prefers-reduced-motion:no-preference){@view-transition{navigation:auto}}';

/** True while React Router renders its fallback document, which it requests under the home page's URL. */
export const SpaFallback = createContext(false);

const useIsPublicPage = () => {
  const isFallback = use(SpaFallback);
  const matches = useMatches();
  return !isFallback && matches.some(({ handle }) => (handle as { isPublicPage?: boolean } | undefined)?.isPublicPage);
};

/** The language of the prerendered document: English in the portal, French elsewhere. Readers may choose another one (app/lib/language.tsx). */
const useLanguage = () => {
  const matches = useMatches();
  return matches.map(({ handle }) => (handle as { lang?: string } | undefined)?.lang).find(Boolean);
};

/** Public pages are static HTML in which only islands are hydrated. */
const PublicScripts = () => (
  <>
    {import.meta.env.DEV && <script type="module" src="/@vite/client" />}
    {import.meta.env.DEV && <script type="module" src="/main/web/islands/development.ts" />}
    {imports.map((href) => (
      <link key={href} rel="modulepreload" href={href} />
    ))}
    <script type="module" src={entry} />
  </>
);

/** The portal runs React Router's client. */
const PortalScripts = () => (
  <>
    <ScrollRestoration />
    <Scripts />
  </>
);

// Read by main/web/routes/portal/contact.ts.
const contactData = { 'data-phone': company.phone, 'data-email': company.email };

/** React hydrates no public page: the browser's code is without their parts. */
export function Layout({ children }: { children: ReactNode }) {
  const isPublicPage = useIsPublicPage();
  const lang = useLanguage() ?? (isPublicPage ? 'fr' : 'en');
  return (
    // The inline script of scripts/build/first-paint.ts sets attributes before hydration.
    <html lang={lang} {...(isPublicPage ? {} : contactData)} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        {import.meta.env.SSR && isPublicPage && import.meta.env.VITE_LEADS === 'deliver' && (
          <style>{hideUnposted}</style>
        )}
        <style>{fadeBetweenPages}</style>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#fbfaf7" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#081426" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="icon" href="/favicon.ico" sizes="32x32" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/site.webmanifest" />
        {import.meta.env.SSR && isPublicPage ? <PageHead /> : <Meta />}
        <link rel="stylesheet" href={stylesUrl} />
        <Links />
        {import.meta.env.SSR && isPublicPage && (
          <script dangerouslySetInnerHTML={{ __html: renderAllSections + noteEarlyPress + noticeFailedScripts }} />
        )}
      </head>
      <body>
        {children}
        {import.meta.env.SSR && isPublicPage ? <PublicScripts /> : <PortalScripts />}
      </body>
    </html>
  );
}

export default function App() {
  return <Outlet />;
}

export function ErrorBoundary() {
  return <ErrorScreen {...errorPage} />;
}
