import type { ComponentProps } from 'react';
import { NotInRole } from '#app/features/people/not-in-role.tsx';
import { ViewingBanner } from '#app/features/viewing/viewing-banner.tsx';
import { copyPart, useCopy } from '#app/lib/copy.ts';
import { shellCopy } from './language.ts';

const exceptionsCopy = copyPart(() => import('#content/portal/en/exceptions.ts'), {
  fr: () => import('#content/portal/fr/exceptions.ts'),
  ar: () => import('#content/portal/ar/exceptions.ts'),
});

export function NotInRoleScreen() {
  const { exceptions } = useCopy(exceptionsCopy);
  const { roles } = useCopy(shellCopy);
  return <NotInRole copy={exceptions.notInRole} roles={roles} />;
}

export function Viewing(props: Omit<ComponentProps<typeof ViewingBanner>, 'copy'>) {
  const { exceptions } = useCopy(exceptionsCopy);
  return <ViewingBanner {...props} copy={exceptions.viewing} />;
}
