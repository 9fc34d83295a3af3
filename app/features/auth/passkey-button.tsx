import { useState } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import { canUsePasskeys } from '#app/lib/passkeys.ts';
import { dismissToastsFrom } from '#app/lib/toast.ts';
import { useHydrated } from '#app/lib/use-hydrated.ts';
import { toastSignIn, useAuth } from './auth-context.tsx';

export function PasskeyButton() {
  const { signInWithPasskey } = useAuth();
  const isHydrated = useHydrated();
  const [isBusy, setIsBusy] = useState(false);
  if (!isHydrated || !canUsePasskeys()) return null;
  const press = async () => {
    setIsBusy(true);
    dismissToastsFrom('sign-in');
    const { error, isDone } = await signInWithPasskey();
    setIsBusy(false);
    if (error !== null || isDone) toastSignIn(error);
  };
  return (
    <Button variant="secondary" disabled={isBusy} onClick={() => void press()} className="w-full">
      <Icon name="fingerprint" className="size-5" />
      {isBusy ? 'Waiting for your device...' : 'Sign in with a passkey'}
    </Button>
  );
}
