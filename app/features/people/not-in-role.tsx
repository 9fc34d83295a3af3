import { useContext } from 'react';
import { ScreenNotice } from '#app/components/layout/screen-notice.tsx';
import { Parts } from '#app/components/ui/parts.tsx';
import { MembershipContext, ReadOnlyContext, useFormats } from '#app/lib/portal-context.ts';
import type { ExceptionsCopy } from '#content/portal/en/exceptions.ts';
import type { RolesCopy } from '#content/portal/en/shell.ts';

type NotInRoleProps = { copy: ExceptionsCopy['notInRole']; roles: RolesCopy };

/** In place of a screen that the user's roles, or the staff's view of the portal, do not include. */
export function NotInRole({ copy, roles }: NotInRoleProps) {
  const membership = useContext(MembershipContext);
  const isReadOnly = useContext(ReadOnlyContext);
  const { list } = useFormats();
  const names = membership?.roles.map((role) => roles[role].label) ?? [];
  const sentence = names.length > 1 ? copy.several : copy.one;
  return (
    <ScreenNotice
      picture="apart"
      title={isReadOnly ? copy.viewTitle : copy.title}
      to="/customer-portal"
      action={copy.overview}
    >
      {isReadOnly ? (
        copy.viewDescription
      ) : (
        <Parts of={sentence(<bdi className="wrap-anywhere">{membership?.name}</bdi>, list(names))} />
      )}
    </ScreenNotice>
  );
}
