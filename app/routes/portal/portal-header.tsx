import { useState } from 'react';
import { Link } from 'react-router';
import { LogoMark } from '#app/components/pictures/logo.tsx';
import { Button, buttonClass } from '#app/components/ui/button.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import { useAuth } from '#app/features/auth/auth-context.tsx';
import { toast } from '#app/lib/toast.ts';
import { securityPath } from './portal-tabs.ts';

type PortalHeaderProps = { company: string; email: string; isSecurityOpen: boolean };

export function PortalHeader({ company, email, isSecurityOpen }: PortalHeaderProps) {
  const { signOut } = useAuth();
  const [isSigningOut, setIsSigningOut] = useState(false);
  const handleSignOut = async () => {
    setIsSigningOut(true);
    const { error } = await signOut();
    setIsSigningOut(false);
    if (error !== null)
      toast({ source: 'sign-out', title: 'Sign Out Failed', description: error.message, variant: 'destructive' });
  };
  return (
    <div className="portal-wrap flex items-center gap-3 py-2.5 sm:gap-4">
      <a href="/" className="shrink-0 rounded-md p-1" aria-label={`${company}, home`}>
        <LogoMark className="h-9 w-auto" />
      </a>
      <div className="min-w-0 grow">
        <h1 className="truncate text-base leading-tight sm:text-lg">Customer Portal</h1>
        <p className="truncate text-xs text-muted">
          Welcome, <bdi>{email}</bdi>
        </p>
      </div>
      <Link
        to={securityPath}
        prefetch="intent"
        aria-current={isSecurityOpen ? 'page' : undefined}
        className={buttonClass('quiet', 'sm', 'shrink-0 max-sm:px-2')}
      >
        <Icon name="shield-check" className="size-4.5" />
        <span className="max-sm:sr-only">Security</span>
      </Link>
      <Button
        variant="secondary"
        size="sm"
        disabled={isSigningOut}
        onClick={() => void handleSignOut()}
        className="shrink-0"
      >
        <Icon name="log-out" className="size-4 max-[27rem]:hidden" />
        Sign Out
      </Button>
    </div>
  );
}
