import { NotFoundPicture } from '#app/components/pictures/not-found-picture.tsx';
import { ActionLink } from '#app/components/ui/action-link.tsx';
import { buttonClass } from '#app/components/ui/button.tsx';
import { notFoundPage } from '#content/pages/not-found.ts';
import { pageMeta } from '../page-data.ts';

export const loader = () => pageMeta({ path: '/404', ...notFoundPage.seo, noindex: true, hasOwnUrl: false });

export default function NotFound() {
  return (
    <div className="wrap grid items-center gap-10 py-16 sm:py-24 lg:grid-cols-2" lang="en" data-not-found="">
      <div>
        <h1 className="text-4xl">{notFoundPage.code}</h1>
        <p className="mt-4 text-xl text-muted">{notFoundPage.message}</p>
        <ActionLink to="/" className={buttonClass('primary', 'md', 'mt-8')}>
          {notFoundPage.home}
        </ActionLink>
      </div>
      <NotFoundPicture />
    </div>
  );
}
