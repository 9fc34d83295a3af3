import { NotFoundPicture } from '#app/marketing/pictures/not-found-picture.tsx';
import { ActionLink } from '#app/components/ui/action-link.tsx';
import { buttonClass } from '#app/components/ui/button.tsx';
import { notFoundPage } from '#content/pages/not-found.ts';
import { pageMeta } from '../page-data.ts';

export const loader = () => pageMeta({ path: '/404', ...notFoundPage.seo, noindex: true, hasOwnUrl: false });

export default function NotFound() {
  return (
    <div className="overflow-x-clip" lang="en" data-not-found="">
      <div className="wrap pt-12 pb-20 lg:pt-24 lg:pb-40">
        <h1 className="sr-only">{notFoundPage.code}</h1>
        <div id="brick" className="scroll-mt-40">
          <NotFoundPicture label={notFoundPage.brick} />
        </div>
        <p className="mt-10 font-heading text-3xl font-bold">{notFoundPage.message}</p>
        <ActionLink to="/" className={buttonClass('primary', 'md', 'mt-6 max-sm:w-full')}>
          {notFoundPage.home}
        </ActionLink>
        <nav lang="fr" aria-label={notFoundPage.elsewhere.title} className="mt-12 rule-row pt-6">
          <p className="text-muted">{notFoundPage.elsewhere.title}</p>
          <ul className="mt-2 flex flex-wrap gap-x-8 gap-y-1 max-sm:grid max-sm:grid-cols-2">
            {notFoundPage.elsewhere.links.map((link) => (
              <li key={link.to}>
                <ActionLink
                  to={link.to}
                  className="inline-block py-2 text-lg font-semibold text-azure underline-offset-4 hover:underline"
                >
                  {link.label}
                </ActionLink>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </div>
  );
}
