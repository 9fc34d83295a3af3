import { useContext } from 'react';
import { Link } from 'react-router';
import { BrickPicture } from '#app/components/ui/brick-picture.tsx';
import { buttonClass } from '#app/components/ui/button.tsx';
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
    <section className="mx-auto grid max-w-xl justify-items-center gap-4 border border-line bg-surface px-6 py-14 text-center">
      <BrickPicture variant="apart" />
      <h2 className="text-2xl">{isReadOnly ? copy.viewTitle : copy.title}</h2>
      <p className="text-muted">
        {isReadOnly ? (
          copy.viewDescription
        ) : (
          <Parts of={sentence(<bdi className="wrap-anywhere">{membership?.name}</bdi>, list(names))} />
        )}
      </p>
      <Link to="/customer-portal" className={buttonClass('secondary', 'sm')}>
        {copy.overview}
      </Link>
    </section>
  );
}
