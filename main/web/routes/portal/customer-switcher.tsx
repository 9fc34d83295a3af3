import { useEffect, useEffectEvent } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { Icon } from '#app/components/ui/icon.tsx';
import { Spinner } from '#app/components/ui/spinner.tsx';
import { useAuth } from '#app/features/auth/auth.tsx';
import { useCopy } from '#app/lib/copy.ts';
import { mayDo, useErrorMessage } from '#app/lib/portal-context.ts';
import { toast } from '#app/lib/toast.ts';
import type { Membership } from '#contract/auth.ts';
import { shellCopy } from './language.ts';
import { needOf, openTab, portalTabs, tabPath } from './portal-tabs.ts';

/**
 * A link names its customer as `?customer=<id>`: switches to it if the user belongs to it, then removes the parameter.
 * In place of the portal, so that nothing is read for the customer before.
 */
export function CustomerLink({ wanted }: { wanted: string }) {
  const copy = useCopy(shellCopy).shell.switcher;
  const messageOf = useErrorMessage();
  const { customerId, memberships, switchCustomer } = useAuth();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const explain = useEffectEvent((error: unknown) => messageOf(error));
  useEffect(() => {
    const showCurrent = (error?: string) => {
      if (error !== undefined)
        toast({ source: 'customer', title: copy.notSwitched, description: error, variant: 'destructive' });
      const params = new URLSearchParams(search);
      params.delete('customer');
      void navigate({ pathname, search: params.toString() }, { replace: true });
    };
    if (wanted === customerId) showCurrent();
    else if (memberships.some((membership) => membership.customerId === wanted))
      void switchCustomer(wanted).then(({ error }) => error !== null && showCurrent(explain(error)));
    else showCurrent(copy.notYours);
  }, [wanted, customerId, memberships, switchCustomer, pathname, search, navigate, copy]);
  return (
    <main id="contenu" className="grid min-h-dvh place-items-center">
      <Spinner label={copy.switching} className="size-10" />
    </main>
  );
}

/** The same tab without its search, which may name something of the customer before. */
function pathFor(membership: Membership, pathname: string): string {
  const tab = openTab(pathname);
  const isAllowed = tab !== undefined && mayDo(membership, needOf(tab));
  return `${tabPath(isAllowed ? tab : portalTabs[0])}?customer=${membership.customerId}`;
}

// Outside of the component, which is mounted again for every customer.
let shown: { userId: string; customerId: string } | undefined;

/** For users of several customers. */
export function CustomerSwitcher() {
  const copy = useCopy(shellCopy).shell.switcher;
  const { user, customerId, memberships } = useAuth();
  const { pathname } = useLocation();
  const userId = user?.id;
  const name = memberships.find((membership) => membership.customerId === customerId)?.name;
  // In this tab and in the others.
  useEffect(() => {
    if (userId === undefined || customerId === null) return;
    if (shown?.userId === userId && shown.customerId !== customerId)
      toast({ source: 'customer', title: copy.switched, description: copy.shown(name ?? '') });
    shown = { userId, customerId };
  }, [userId, customerId, name, copy]);
  return (
    <>
      <button
        type="button"
        popoverTarget="customers"
        className="customer-button flex min-h-10 w-full items-center gap-2 rounded-md border border-line-strong px-3 text-start text-sm font-semibold hover:border-azure"
      >
        <span className="min-w-0 grow truncate">
          <span className="sr-only">{copy.company}</span>
          {name}
        </span>
        <Icon name="chevron-down" className="size-4" />
      </button>
      <ul id="customers" popover="auto" aria-label={copy.companies} className="popover-menu customer-menu">
        {memberships.map((membership) => {
          const isActive = membership.customerId === customerId;
          return (
            <li key={membership.customerId}>
              <Link
                to={pathFor(membership, pathname)}
                aria-current={isActive ? 'true' : undefined}
                className="flex min-h-11 items-center justify-between gap-4 rounded-sm px-3 py-2 text-sm wrap-anywhere hover:bg-tint aria-[current]:font-semibold"
              >
                {membership.name}
                {isActive && <Icon name="check" className="size-4 text-azure" />}
              </Link>
            </li>
          );
        })}
      </ul>
    </>
  );
}
