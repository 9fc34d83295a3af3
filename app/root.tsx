import { type ReactNode, useEffect, useRef } from 'react';
import { errorPage } from '#content/pages/error.ts';
import { site } from '#content/site.ts';
import { ErrorScreen } from './components/layout/error-screen.tsx';
import { Footer } from './components/layout/footer.tsx';
import { Header } from './components/layout/header.tsx';
import { ToastOutlet } from './components/layout/toast-outlet.tsx';
import { NewsletterForm } from './features/newsletter/newsletter-form.tsx';
import { isPortal } from './lib/router/addresses.ts';
import { Head } from './lib/router/head.tsx';
import { Outlet, useLocation } from './lib/router/router.tsx';
import { resolveLinks } from './routes/resolve-link.ts';
import stylesUrl from './styles/app.css?url';

const navigation = {
  ...site.navigation,
  buttons: resolveLinks(site.navigation.buttons),
};
// The year of the build: the browser's own would differ from the page's on New Year's Day.
const year = import.meta.env.VITE_BUILD_YEAR ?? String(new Date().getFullYear());
const toastLabels = {
  fr: { region: 'Notifications', close: 'Fermer' },
  en: { region: 'Notifications', close: 'Close' },
};

/** Portal screens speak English and carry their own header (product §2). */
const useIsPortal = () => isPortal(useLocation().pathname);

export function Layout({ children }: { children: ReactNode }) {
  const language = useIsPortal() ? 'en' : 'fr';
  return (
    // The page's own scripts mark it before React comes (app/entry.server.tsx).
    <html lang={language} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#fbfaf7" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#081426" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="icon" href="/favicon.ico" sizes="32x32" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/site.webmanifest" />
        <Head />
        <link rel="stylesheet" href={stylesUrl} />
      </head>
      <body>
        {children}
        <ToastOutlet labels={toastLabels[language]} />
      </body>
    </html>
  );
}

function SiteFrame({ children }: { children: ReactNode }) {
  return (
    <>
      <a href="#contenu" className="skip-link">
        {site.skipLink}
      </a>
      <Header company={site.company.name} navigation={navigation} />
      {children}
      <Footer site={site} year={year} newsletter={<NewsletterForm words={site.newsletter} />} />
    </>
  );
}

/** A new page starts at its beginning for a screen reader and a keyboard too, not at the link that led there. */
function Main({ children }: { children: ReactNode }) {
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const shownPath = useRef(pathname);
  useEffect(() => {
    if (shownPath.current === pathname) return;
    shownPath.current = pathname;
    main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return (
    <main ref={main} id="contenu" tabIndex={-1} className="outline-none">
      {children}
    </main>
  );
}

export default function App() {
  const isPortalScreen = useIsPortal();
  // The stylesheet's script-free fallbacks give way once React answers.
  useEffect(() => document.documentElement.setAttribute('data-hydrated', ''), []);
  if (isPortalScreen) return <Outlet />;
  return (
    <SiteFrame>
      <Main>
        <Outlet />
      </Main>
    </SiteFrame>
  );
}

export function ErrorBoundary() {
  return (
    <SiteFrame>
      <ErrorScreen {...errorPage} />
    </SiteFrame>
  );
}
