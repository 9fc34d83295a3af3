import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { buttonClass } from '#app/components/ui/button.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import type { StaffPermission } from '#contract/staff.ts';
import { canDo, paths, useDesk, useTitle } from './desk-context.ts';

/** A screen for staff with one of these permissions. The API refuses the others anyway; this says so before asking it. */
export function Allowed({ to, children }: { to: readonly StaffPermission[]; children: ReactNode }) {
  const { me } = useDesk();
  return canDo(me, ...to) ? children : <Forbidden />;
}

function Forbidden() {
  const { copy } = useDesk();
  const { title, description, action } = copy.closed.forbidden;
  useTitle(title);
  return (
    <section className="mx-auto grid max-w-lg justify-items-center gap-4 py-16 text-center">
      <span className="grid size-13 place-items-center rounded-full bg-tint text-azure">
        <Icon name="lock" className="size-6" />
      </span>
      <h1 className="text-2xl">{title}</h1>
      <p className="text-sm text-muted">{description}</p>
      <Link to={paths.queue} className={buttonClass('secondary', 'sm')}>
        {action}
      </Link>
    </section>
  );
}
