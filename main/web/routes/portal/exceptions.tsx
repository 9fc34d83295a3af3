import { type ComponentProps, useEffect } from 'react';
import { useLocation } from 'react-router';
import { buttonClass } from '#app/components/ui/button.tsx';
import { ScreenNotice } from '#app/components/layout/screen-notice.tsx';
import { NotInRole } from '#app/features/people/not-in-role.tsx';
import { ViewingBanner } from '#app/features/viewing/viewing-banner.tsx';
import { copyPart, useCopy } from '#app/lib/copy.ts';
import { shellCopy } from './language.ts';
import { portalTabs, tabPath } from './portal-tabs.ts';

const exceptionsCopy = copyPart(() => import('#content/portal/en/exceptions.ts'), {
  fr: () => import('#content/portal/fr/exceptions.ts'),
  ar: () => import('#content/portal/ar/exceptions.ts'),
});

export function NotInRoleScreen() {
  const { exceptions } = useCopy(exceptionsCopy);
  const { roles } = useCopy(shellCopy);
  return <NotInRole copy={exceptions.notInRole} roles={roles} />;
}

/** For paths below that of the portal that lead to nothing. */
export function NotFoundScreen() {
  const { title, description, overview, home } = useCopy(exceptionsCopy).exceptions.notFound;
  const { pathname } = useLocation();
  // product §2
  useEffect(() => console.error('404: unknown route', pathname), [pathname]);
  return (
    <ScreenNotice
      picture="missing"
      title={
        <>
          <span className="block text-5xl">404</span>
          {title}
        </>
      }
      to={tabPath(portalTabs[0])}
      action={overview}
      other={
        <a href="/" className={buttonClass('quiet', 'sm')}>
          {home}
        </a>
      }
    >
      {description}
    </ScreenNotice>
  );
}

export function Viewing(props: Omit<ComponentProps<typeof ViewingBanner>, 'copy'>) {
  const { exceptions } = useCopy(exceptionsCopy);
  return <ViewingBanner {...props} copy={exceptions.viewing} />;
}
