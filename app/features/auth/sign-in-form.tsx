import { type FormEvent, useState } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import { CodeField, PasswordField, useOtherKind } from '#app/components/ui/credential-fields.tsx';
import { TextField } from '#app/components/ui/field.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import type { ApiError } from '#app/lib/api-client.ts';
import { canUsePasskeys } from '#app/lib/passkeys.ts';
import { useCommonCopy, useErrorMessage } from '#app/lib/portal-context.ts';
import { dismissToastsFrom, toast } from '#app/lib/toast.ts';
import { useHydrated } from '#app/lib/use-hydrated.ts';
import { Notice, noticeActionClass } from '#app/components/ui/notice.tsx';
import { useAuth } from './auth.tsx';
import { useAuthCopy } from './auth-copy.ts';
import { FormHeading } from './form-heading.tsx';
import { signIn, signInWithCode, signInWithPasskey } from './sign-in.ts';

/** The desk is in French, and opens without a greeting. */
const isForDesk = () => new URLSearchParams(window.location.search).get('next')?.startsWith('/desk') === true;

/** product §8 */
function useSignInToast(): (error: ApiError | null) => void {
  const { done, failed } = useAuthCopy().signIn;
  const messageOf = useErrorMessage();
  return (error) => {
    if (error !== null)
      toast({ source: 'sign-in', title: failed, description: messageOf(error), variant: 'destructive' });
    else if (!isForDesk()) toast({ source: 'sign-in', ...done });
  };
}

/** From the fields, not from the state: the browser may have restored or filled them in before React listened. */
export function readCredentials(form: HTMLFormElement): { email: string; password: string } {
  const fields = new FormData(form);
  const read = (name: string) => {
    const value = fields.get(name);
    return typeof value === 'string' ? value : '';
  };
  return { email: read('email'), password: read('password') };
}

type EmailFieldProps = { email: string; onEmail: (email: string) => void };

export function EmailField({ email, onEmail }: EmailFieldProps) {
  const copy = useAuthCopy();
  return (
    <TextField
      label={copy.email}
      type="email"
      name="email"
      autoComplete="username"
      required
      value={email}
      onChange={({ target }) => onEmail(target.value)}
    />
  );
}

type SignInFormProps = EmailFieldProps & {
  onForgotten: () => void;
  onUnverified: () => void;
  /** The password was correct and a second factor is required. */
  onCode: () => void;
};

export function SignInForm({ email, onEmail, onForgotten, onUnverified, onCode }: SignInFormProps) {
  const auth = useAuth();
  const { signIn: copy } = useAuthCopy();
  const { credentials } = useCommonCopy();
  const messageOf = useErrorMessage();
  const toastSignIn = useSignInToast();
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
    const { error, needsCode } = await signIn(auth, entered.email, entered.password);
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
      <EmailField email={email} onEmail={onEmail} />
      <PasswordField
        label={credentials.password}
        name="password"
        autoComplete="current-password"
        required
        value={password}
        onChange={({ target }) => setPassword(target.value)}
      />
      {failure !== null && (
        <Notice variant="error">
          <p>{messageOf(failure)}</p>
          {failure.code === 'invalid_credentials' && (
            <>
              {/* Always shown: it must not reveal whether the email address has an unverified account. */}
              <p>{copy.verifyFirst}</p>
              <button type="button" onClick={onUnverified} className={noticeActionClass}>
                {copy.newVerification}
              </button>
            </>
          )}
        </Notice>
      )}
      <Button
        type="submit"
        disabled={!isHydrated || isBusy}
        data-loading={isHydrated ? undefined : ''}
        className="mt-1 w-full"
      >
        {isBusy ? copy.busy : copy.submit}
      </Button>
      <PasskeyButton />
      <button
        type="button"
        disabled={!isHydrated}
        onClick={onForgotten}
        className="min-h-10 justify-self-center rounded-md px-3 text-sm font-semibold text-azure hover:underline"
      >
        {copy.forgotten}
      </button>
    </form>
  );
}

function PasskeyButton() {
  const auth = useAuth();
  const { signIn: copy } = useAuthCopy();
  const toastSignIn = useSignInToast();
  const isHydrated = useHydrated();
  const [isBusy, setIsBusy] = useState(false);
  // In the document from the start: a button that appeared later would move the ones below it.
  if (isHydrated && !canUsePasskeys()) return null;
  const press = async () => {
    setIsBusy(true);
    dismissToastsFrom('sign-in');
    const { error, isDone } = await signInWithPasskey(auth);
    setIsBusy(false);
    if (error !== null || isDone) toastSignIn(error);
  };
  return (
    <Button
      variant="secondary"
      disabled={!isHydrated || isBusy}
      data-loading={isHydrated ? undefined : ''}
      onClick={() => void press()}
      className="w-full"
    >
      <Icon name="fingerprint" className="size-5" />
      {isBusy ? copy.passkeyBusy : copy.passkey}
    </Button>
  );
}

/** The second step of a sign-in with a second factor. */
export function CodeForm({ onBack }: { onBack: () => void }) {
  const auth = useAuth();
  const { code: copy, signIn: signInCopy, back } = useAuthCopy();
  const messageOf = useErrorMessage();
  const toastSignIn = useSignInToast();
  const [kind, setKind] = useState<'totp' | 'recovery'>('totp');
  const other = useOtherKind(kind);
  const [code, setCode] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<ApiError | null>(null);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setIsBusy(true);
    setFailure(null);
    dismissToastsFrom('sign-in');
    const { error } = await signInWithCode(auth, { kind, code });
    setIsBusy(false);
    setFailure(error);
    toastSignIn(error);
  };
  const change = () => {
    setKind(other.kind);
    setCode('');
    setFailure(null);
  };

  return (
    <form method="post" onSubmit={(event) => void submit(event)} className="grid gap-4">
      <FormHeading title={copy.title} description={kind === 'recovery' ? copy.recoveryDescription : copy.description} />
      <CodeField
        kind={kind}
        label={copy.label}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the form that had the focus has just given way to this one
        autoFocus
        value={code}
        onChange={({ target }) => setCode(target.value)}
      />
      {failure !== null && (
        <Notice variant="error">
          <p>{messageOf(failure)}</p>
          {failure.code === 'sign_in_expired' && (
            <button type="button" onClick={onBack} className={noticeActionClass}>
              {copy.restart}
            </button>
          )}
        </Notice>
      )}
      <Button type="submit" disabled={isBusy} className="mt-1 w-full">
        {isBusy ? signInCopy.busy : signInCopy.submit}
      </Button>
      <Button variant="quiet" size="sm" onClick={change}>
        {other.label}
      </Button>
      <Button variant="quiet" size="sm" onClick={onBack}>
        {back}
      </Button>
    </form>
  );
}
