// Rendered rarely: memoized, it would be larger and no faster.
'use no memo';

import { lazy, Suspense, useContext, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { LogoMark } from '#app/components/layout/logo.tsx';
import { Button, buttonClass } from '#app/components/ui/button.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import { Parts } from '#app/components/ui/parts.tsx';
import { useAuth } from '#app/features/auth/auth.tsx';
import { useCopy } from '#app/lib/copy.ts';
import { MembershipContext, mayDo, useErrorMessage } from '#app/lib/portal-context.ts';
import { toast } from '#app/lib/toast.ts';
import { company } from '#content/site.ts';
import { shellCopy } from './language.ts';
import { accountPath, peoplePath } from './portal-tabs.ts';

// The portal works without it if the network fails.
const CustomerSwitcher = lazy(async () => {
  const module = await import('./customer-switcher.tsx').catch(() => undefined);
  return { default: module?.CustomerSwitcher ?? (() => <></>) };
});

const menuId = 'portal-menu';

export function PortalHeader({ email }: { email: string }) {
  const { shell } = useCopy(shellCopy);
  const { memberships, signOut, isViewing } = useAuth();
  const membership = useContext(MembershipContext);
  const messageOf = useErrorMessage();
  const [isSigningOut, setIsSigningOut] = useState(false);
  const menu = useRef<HTMLDivElement>(null);
  const closeMenu = () => menu.current?.matches(':popover-open') && menu.current.hidePopover();
  const seesPeople = membership !== undefined && mayDo(membership, 'people');
  const hasMenu = memberships.length > 1 || seesPeople || !isViewing;
  const handleSignOut = async () => {
    setIsSigningOut(true);
    const { error } = await signOut();
    setIsSigningOut(false);
    if (error !== null)
      toast({ source: 'sign-out', title: shell.signOutFailed, description: messageOf(error), variant: 'destructive' });
  };
  return (
    <div className="portal-wrap flex items-center gap-x-2 py-1 max-[27rem]:gap-x-1 sm:gap-x-4 sm:py-2">
      <a href="/" className="shrink-0 rounded-md p-1" aria-label={shell.home(company.name)}>
        <LogoMark className="h-9 w-auto" />
      </a>
      <div className="min-w-0 flex-1">
        <h1 className="text-base leading-[1.2] sm:text-lg">{shell.title}</h1>
        <p className="text-xs leading-[1.25] wrap-anywhere text-muted">
          <Parts of={shell.welcome(<bdi>{email}</bdi>)} />
        </p>
      </div>
      {hasMenu && (
        <>
          <button
            type="button"
            popoverTarget={menuId}
            aria-label={shell.menu}
            className="header-menu-button grid size-10 shrink-0 place-items-center rounded-md hover:bg-tint md:hidden"
          >
            <Icon name="menu" className="size-5" />
          </button>
          {/* On a phone in a menu, elsewhere in the header. */}
          <div ref={menu} id={menuId} popover="auto" className="popover-menu header-menu">
            {memberships.length > 1 && (
              <div className="min-h-10 min-w-0 md:w-48 lg:w-60">
                <Suspense>
                  <CustomerSwitcher />
                </Suspense>
              </div>
            )}
            {seesPeople && <HeaderLink to={peoplePath} icon="users" label={shell.people} onOpen={closeMenu} />}
            {!isViewing && <HeaderLink to={accountPath} icon="settings" label={shell.account} onOpen={closeMenu} />}
          </div>
        </>
      )}
      <Button
        variant="secondary"
        size="sm"
        disabled={isSigningOut}
        onClick={() => void handleSignOut()}
        className="shrink-0 max-[27rem]:px-2 max-[27rem]:text-[0.75rem]"
      >
        <Icon name="log-out" className="size-4 max-[27rem]:hidden" />
        {shell.signOut}
      </Button>
    </div>
  );
}

type HeaderLinkProps = { to: string; icon: string; label: string; onOpen: () => void };

function HeaderLink({ to, icon, label, onOpen }: HeaderLinkProps) {
  const { pathname } = useLocation();
  return (
    <Link
      to={to}
      prefetch="intent"
      onClick={onOpen}
      aria-current={pathname === to ? 'page' : undefined}
      className={buttonClass(
        'quiet',
        'sm',
        'max-md:justify-start md:max-lg:px-2 aria-[current]:bg-tint forced-colors:aria-[current]:border',
      )}
    >
      <Icon name={icon} className="size-4.5" />
      <span className="md:max-lg:sr-only">{label}</span>
    </Link>
  );
}
