import { Outlet, useLoaderData, useLocation } from 'react-router';
import { ActionBar } from '#app/marketing/layout/action-bar.tsx';
import { Footer } from '#app/marketing/layout/footer.tsx';
import { Header } from '#app/marketing/layout/header.tsx';
import { PrintHead } from '#app/components/layout/print-head.tsx';
import { NewsletterForm } from '#app/marketing/newsletter/newsletter-form.tsx';
import { Island } from '#main/web/islands/island.tsx';
import { site } from '#content/site.ts';
import { newsletterDeliveryOf } from '../delivery.ts';
import { resolveLinks } from '../page-data.ts';

/** Tells main/web/root.tsx that these pages are documents without React Router's client. */
export const handle = { isPublicPage: true };

export const loader = newsletterDeliveryOf;

const navigation = { ...site.navigation, buttons: resolveLinks(site.navigation.buttons) };
const { address, postal, city } = site.office;
const contact = [address, `${postal} ${city}`, site.company.phone].join(', ');
// The year of the build: hydrated pages must not differ from prerendered ones.
const year = import.meta.env.VITE_BUILD_YEAR ?? String(new Date().getFullYear());

/** Courses lead to a quote; pages with a form of their own need no bar. */
function actionBarOf(pathname: string) {
  if (['/contact', '/free-audit', '/schedule-consultation'].includes(pathname)) return undefined;
  if (!pathname.startsWith('/formations')) return site.actionBar.action;
  const course = pathname.slice('/formations/'.length);
  return { ...site.actionBar.quote, to: course ? `/contact?formation=${course}` : site.actionBar.quote.to };
}

export default function PublicLayout() {
  // Prerendered paths end in a slash.
  const pathname = useLocation().pathname.replace(/(?<=.)\/$/, '');
  const bar = actionBarOf(pathname);
  const delivery = useLoaderData<typeof loader>();
  return (
    <>
      <a
        href="#contenu"
        className="fixed top-2 left-2 z-50 -translate-y-20 rounded-md bg-ink px-4 py-3 font-semibold text-paper focus:translate-y-0"
      >
        {site.skipLink}
      </a>
      <Header company={site.company.name} navigation={navigation} />
      <PrintHead company={site.company.name} contact={contact} />
      <main id="contenu" tabIndex={-1} className="relative pb-24 outline-none print:pb-0">
        <Outlet />
      </main>
      <Footer
        site={site}
        year={year}
        newsletter={
          <Island
            name="newsletter"
            component={NewsletterForm}
            props={{ copy: site.newsletter, ...(delivery && { delivery: { ...delivery, page: pathname } }) }}
          />
        }
      />
      {bar && <ActionBar call={{ label: site.actionBar.call, href: site.company.phoneHref }} action={bar} />}
    </>
  );
}
