import { createContext, type FormEvent, type ReactNode, useContext, useMemo, useRef, useState } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import { CodeField, otherKind } from '#app/components/ui/code-field.tsx';
import { Dialog } from '#app/components/ui/dialog.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import { PasswordField } from '#app/components/ui/password-field.tsx';
import { api } from '#app/lib/api-client.ts';
import { canUsePasskeys, authenticateWithPasskey } from '#app/lib/passkeys.ts';
import type { SignInCode } from '#contract/security.ts';
import { FormError } from './form-error.tsx';

interface Confirmation {
  /** Asks the user to confirm their identity. False when cancelled; focus returns to `trigger`. */
  confirm: (trigger: HTMLElement | null) => Promise<boolean>;
  onSignedOut: () => void;
}

const ConfirmationContext = createContext<Confirmation | null>(null);

export function useConfirmation(): Confirmation {
  const confirmation = useContext(ConfirmationContext);
  if (confirmation === null) throw new Error('useConfirmation was called outside of ConfirmationProvider.');
  return confirmation;
}

type Factors = { hasPasskey: boolean; hasTotp: boolean; email: string };
type ProviderProps = Factors & { onSignedOut: () => void; children: ReactNode };

export function ConfirmationProvider({ hasPasskey, hasTotp, email, onSignedOut, children }: ProviderProps) {
  const [resolve, setResolve] = useState<(isConfirmed: boolean) => void>();
  const triggerRef = useRef<HTMLElement>(null);
  const confirmation = useMemo(
    () => ({
      onSignedOut,
      confirm: (trigger: HTMLElement | null) =>
        new Promise<boolean>((settle) => {
          triggerRef.current = trigger;
          setResolve(() => settle);
        }),
    }),
    [onSignedOut],
  );
  const close = (isConfirmed: boolean) => {
    resolve?.(isConfirmed);
    setResolve(undefined);
  };
  return (
    <ConfirmationContext value={confirmation}>
      {children}
      <Dialog
        open={resolve !== undefined}
        onOpenChange={(isOpen) => !isOpen && close(false)}
        title="Confirm that it is you"
        description="You are about to change how your account is protected."
        returnTo={triggerRef}
      >
        <ConfirmationForm
          hasPasskey={hasPasskey && canUsePasskeys()}
          hasTotp={hasTotp}
          email={email}
          onDone={() => close(true)}
        />
      </Dialog>
    </ConfirmationContext>
  );
}

function ConfirmationForm({ hasPasskey, hasTotp, email, onDone }: Factors & { onDone: () => void }) {
  const [password, setPassword] = useState('');
  const [second, setSecond] = useState<SignInCode>({ kind: 'totp', code: '' });
  const [isBusy, setIsBusy] = useState(false);
  const [errorMessage, setErrorMessage] = useState<string>();
  const ask = async (work: () => Promise<boolean>) => {
    setIsBusy(true);
    setErrorMessage(undefined);
    try {
      if (await work()) onDone();
    } catch (error) {
      setErrorMessage((error as Error).message);
    } finally {
      setIsBusy(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void ask(async () => {
      await api.auth.confirm.password.$post({ json: { password, ...(hasTotp && { second }) } });
      return true;
    });
  };
  return (
    <form method="post" onSubmit={submit} className="mt-5 grid gap-4">
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        required
        value={password}
        onChange={({ target }) => setPassword(target.value)}
      />
      {hasTotp && <SecondFactorField {...second} onChange={setSecond} />}
      <FormError message={errorMessage} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" size="sm" disabled={isBusy}>
          {isBusy ? 'Checking...' : 'Confirm'}
        </Button>
        {hasPasskey && (
          <Button
            variant="secondary"
            size="sm"
            disabled={isBusy}
            onClick={() => void ask(() => authenticateWithPasskey(api.auth.confirm.passkey.$post))}
          >
            <Icon name="fingerprint" className="size-4" />
            Use a passkey
          </Button>
        )}
      </div>
    </form>
  );
}

/** A code from the authenticator app, or a recovery code for users who have lost it. */
function SecondFactorField({ kind, code, onChange }: SignInCode & { onChange: (given: SignInCode) => void }) {
  const other = otherKind(kind);
  return (
    <div className="grid gap-2">
      <CodeField
        kind={kind}
        label="Code from the app"
        value={code}
        onChange={({ target }) => onChange({ kind, code: target.value })}
      />
      <Button
        variant="quiet"
        size="sm"
        className="-ml-4 justify-self-start"
        onClick={() => onChange({ kind: other.kind, code: '' })}
      >
        {other.label}
      </Button>
    </div>
  );
}
