import { useContext } from 'react';
import { Link } from 'react-router';
import { buttonClass } from '#app/components/ui/button.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import { MembershipContext } from '#app/lib/portal-context.ts';
import { roleCopy } from '#app/lib/roles.ts';

/** In place of a screen that the user's roles do not include. */
export function NotInRole() {
  const membership = useContext(MembershipContext);
  const roles = membership?.roles.map((role) => roleCopy[role].label).join(' and ');
  return (
    <section className="mx-auto grid max-w-xl justify-items-center gap-4 rounded-lg border border-line bg-surface px-6 py-14 text-center">
      <span className="grid size-14 place-items-center rounded-full bg-tint text-azure">
        <Icon name="eye-off" className="size-6" />
      </span>
      <h2 className="text-2xl">Not part of your role</h2>
      <p className="text-muted">
        Your role at <bdi className="wrap-anywhere">{membership?.name}</bdi> is {roles}, which does not include this
        page. An owner of your company can change your role.
      </p>
      <Link to="/customer-portal" className={buttonClass('secondary', 'sm')}>
        Go to the overview
      </Link>
    </section>
  );
}
