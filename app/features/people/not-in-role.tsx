import { useContext } from 'react';
import { Link } from 'react-router';
import { buttonClass } from '#app/components/ui/button.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import { MembershipContext, ReadOnlyContext } from '#app/lib/portal-context.ts';
import { roleCopy } from '#app/lib/roles.ts';

const names = new Intl.ListFormat('en');

/** In place of a screen that the user's roles, or the staff's view of the portal, do not include. */
export function NotInRole() {
  const membership = useContext(MembershipContext);
  const isReadOnly = useContext(ReadOnlyContext);
  const roles = membership?.roles.map((role) => roleCopy[role].label) ?? [];
  return (
    <section className="mx-auto grid max-w-xl justify-items-center gap-4 rounded-lg border border-line bg-surface px-6 py-14 text-center">
      <span className="grid size-14 place-items-center rounded-full bg-tint text-azure">
        <Icon name="eye-off" className="size-6" />
      </span>
      <h2 className="text-2xl">{isReadOnly ? 'Not part of this view' : 'Not part of your role'}</h2>
      <p className="text-muted">
        {isReadOnly ? (
          'This page is about the account of whoever is signed in. Stop viewing as a customer to change yours.'
        ) : (
          <>
            {roles.length > 1 ? 'Your roles' : 'Your role'} at <bdi className="wrap-anywhere">{membership?.name}</bdi>{' '}
            {roles.length > 1 ? 'are' : 'is'} {names.format(roles)}, which {roles.length > 1 ? 'do' : 'does'} not
            include this page. An owner of your company can change that.
          </>
        )}
      </p>
      <Link to="/customer-portal" className={buttonClass('secondary', 'sm')}>
        Go to the overview
      </Link>
    </section>
  );
}
