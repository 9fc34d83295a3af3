import { type FormEvent, useState } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import { TextField } from '#app/components/ui/field.tsx';
import type { ApiError } from '#app/lib/api-client.ts';
import { dismissToastsFrom } from '#app/lib/toast.ts';
import { useHydrated } from '#app/lib/use-hydrated.ts';
import { readCredentials, toastSignIn, useAuth } from './auth-context.tsx';
import { Notice, noticeActionClass } from './notice.tsx';
import { PasskeyButton } from './passkey-button.tsx';
import { PasswordField } from '#app/components/ui/password-field.tsx';

type SignInFormProps = {
  email: string;
  onEmail: (email: string) => void;
  onForgotten: () => void;
  onUnverified: () => void;
  /** The password was correct and a second factor is required. */
  onCode: () => void;
};

export function SignInForm({ email, onEmail, onForgotten, onUnverified, onCode }: SignInFormProps) {
  const { signIn } = useAuth();
  const isHydrated = useHydrated();
  const [password, setPassword] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<ApiError | null>(null);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const entered = readCredentials(event.currentTarget);
    onEmail(entered.email);
    setPassword(entered.password);
    setIsBusy(true);
    setFailure(null);
    dismissToastsFrom('sign-in');
    const { error, needsCode } = await signIn(entered.email, entered.password);
    setIsBusy(false);
    setFailure(error);
    if (needsCode) {
      onCode();
      return;
    }
    toastSignIn(error);
  };

  return (
    <form method="post" onSubmit={(event) => void submit(event)} className="grid gap-4">
      <TextField
        label="Email"
        type="email"
        name="email"
        autoComplete="username"
        required
        value={email}
        onChange={({ target }) => onEmail(target.value)}
      />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        required
        value={password}
        onChange={({ target }) => setPassword(target.value)}
      />
      {failure !== null && (
        <Notice variant="error">
          <p>{failure.message}</p>
          {failure.code === 'invalid_credentials' && (
            <>
              {/* Always shown: it must not reveal whether the email address has an unverified account. */}
              <p>If you have just signed up, open the link in our mail first.</p>
              <button type="button" onClick={onUnverified} className={noticeActionClass}>
                Get a new verification link
              </button>
            </>
          )}
        </Notice>
      )}
      <Button type="submit" disabled={!isHydrated || isBusy} className="mt-1 w-full">
        {isBusy ? 'Signing In...' : 'Sign In'}
      </Button>
      <PasskeyButton />
      <button
        type="button"
        disabled={!isHydrated}
        onClick={onForgotten}
        className="min-h-10 justify-self-center rounded-md px-3 text-sm font-semibold text-azure hover:underline"
      >
        Forgot password?
      </button>
    </form>
  );
}
