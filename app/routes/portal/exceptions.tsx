import type { ComponentProps } from 'react';
import { NotInRole } from '#app/features/people/not-in-role.tsx';
import { ViewingBanner } from '#app/features/viewing/viewing-banner.tsx';
import { exceptions } from '#content/portal/en/exceptions.ts';
import { language } from './language.ts';

const { roles } = language;

export const NotInRoleScreen = () => <NotInRole copy={exceptions.notInRole} roles={roles} />;

export function Viewing(props: Omit<ComponentProps<typeof ViewingBanner>, 'copy'>) {
  return <ViewingBanner {...props} copy={exceptions.viewing} />;
}
