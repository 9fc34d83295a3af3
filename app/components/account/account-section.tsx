import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, createContext, useContext, useMemo, useRef, useState } from 'react';
import { QueryState } from '#app/components/data-list/list-states.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { CodeField, PasswordField, otherKind } from '#app/components/ui/credential-fields.tsx';
import { Dialog } from '#app/components/ui/dialog.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import { FormError } from '#app/components/ui/notice.tsx';
import { api, isApiError } from '#app/lib/api-client.ts';
import { authenticateWithPasskey, canUsePasskeys } from '#app/lib/passkeys.ts';
import type { SignInCode } from '#contract/security.ts';

/** How the user's account is protected. */
export const securityQuery = queryOptions({
  queryKey: ['security', 'factors'],
  queryFn: ({ signal }) => api.auth.security.$get({}, { signal }),
});

type SectionProps = { title: string; icon: string; description: string; aside?: ReactNode; children: ReactNode };

export function Section({ title, icon, description, aside, children }: SectionProps) {
  return (
    <section className="min-w-0 rounded-lg border border-line bg-surface">
      <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3 border-b border-line px-5 py-4">
        <div className="flex min-w-0 flex-1 basis-48 gap-3">
          <Icon name={icon} className="mt-0.5 size-5 text-azure" />
          <div className="min-w-0">
            <h2 className="font-sans text-base font-semibold tracking-normal">{title}</h2>
            <p className="mt-0.5 text-sm text-muted">{description}</p>
          </div>
        </div>
        {aside}
      </header>
      <div className="grid gap-4 px-5 py-4">{children}</div>
    </section>
  );
}

/**
 * Runs a change of who has access: asks for confirmation where the server requires it, reports errors and refetches
 * what is below `queryKey`.
 */
export function useAccountMutation(queryKey = ['security']) {
  const { confirm, onSignedOut } = useConfirmation();
  const client = useQueryClient();
  const [isBusy, setIsBusy] = useState(false);
  const [errorMessage, setErrorMessage] = useState<string>();

  const run = async (work: () => Promise<void>): Promise<void> => {
    const trigger = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    setIsBusy(true);
    setErrorMessage(undefined);
    try {
      await work().catch(async (error: unknown) => {
        if (!isApiError(error, 'confirmation_required')) throw error;
        // Enabled again while the dialog is open: a disabled button cannot receive focus when it closes.
        setIsBusy(false);
        if (!(await confirm(trigger))) return;
        setIsBusy(true);
        await work();
      });
    } catch (error) {
      if (isApiError(error, 'unauthorized')) onSignedOut();
      setErrorMessage(error instanceof Error ? error.message : 'Something went wrong. Please try again.');
    } finally {
      setIsBusy(false);
      void client.invalidateQueries({ queryKey });
    }
  };
  return { run, isBusy, errorMessage };
}

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
type ProviderProps = {
  /** What is about to be changed. */ description: string;
  onSignedOut: () => void;
  children: ReactNode;
};

export function ConfirmationProvider({ description, onSignedOut, children }: ProviderProps) {
  // Loaded before the dialog opens, so that its first field gets the focus.
  const factors = useQuery(securityQuery);
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
        description={description}
        returnTo={triggerRef}
      >
        {factors.data === undefined ? (
          <QueryState what="how you can confirm" query={factors} />
        ) : (
          <ConfirmationForm
            hasPasskey={factors.data.passkeys.length > 0 && canUsePasskeys()}
            hasTotp={factors.data.hasTotp}
            email={factors.data.email}
            onDone={() => close(true)}
          />
        )}
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
function SecondFactorField({ kind, code, onChange }: SignInCode & { onChange: (next: SignInCode) => void }) {
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
