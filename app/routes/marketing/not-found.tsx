import { NotFoundPicture } from '#app/components/pictures/not-found-picture.tsx';
import { ActionLink } from '#app/components/ui/action-link.tsx';
import { buttonClass } from '#app/components/ui/button.tsx';
import { notFoundPage } from '#content/pages/not-found.ts';
import { pageMeta } from '../page-data.ts';

export const loader = () => pageMeta({ path: '/404', ...notFoundPage.seo, noindex: true, hasOwnUrl: false });

export default function NotFound() {
  return (
    <div className="wrap pt-12 pb-20 lg:pt-24 lg:pb-40" lang="en" data-not-found="">
      <h1>
        <span className="sr-only">{notFoundPage.code}</span>
        <NotFoundPicture />
      </h1>
      <p className="mt-10 font-heading text-3xl font-bold">{notFoundPage.message}</p>
      <ActionLink to="/" className={buttonClass('primary', 'md', 'mt-6')}>
        {notFoundPage.home}
      </ActionLink>
    </div>
  );
}
