// Rendered rarely: memoized, it would be larger and no faster.
'use no memo';

import { type ComponentProps, useState } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import { CodeField, CurrentPasswordField, useOtherKind } from '#app/components/ui/credential-fields.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import { noticeActionClass } from '#app/components/ui/notice.tsx';
import type { ApiError } from '#app/lib/api-client.ts';
import { typedText } from '#app/lib/form-text.ts';
import { canUsePasskeys } from '#app/lib/passkeys.ts';
import { useCommonCopy, useErrorMessage } from '#app/lib/portal-context.ts';
import { dismissToastsFrom, toast } from '#app/lib/toast.ts';
import { useHydrated } from '#app/lib/use-hydrated.ts';
import { useAuth } from './auth.tsx';
import { useAuthCopy } from './auth-copy.ts';
import { AuthForm, EmailField, Failure, QuietButton, SubmitButton, useRequest } from './auth-form.tsx';
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

type SignInFormProps = ComponentProps<typeof EmailField> & {
  onForgotten: () => void;
  onUnverified: () => void;
  /** The password was correct and a second factor is required. */
  onCode: () => void;
};

export function SignInForm({ email, onEmail, onForgotten, onUnverified, onCode }: SignInFormProps) {
  const auth = useAuth();
  const { signIn: copy } = useAuthCopy();
  const { credentials } = useCommonCopy();
  const toastSignIn = useSignInToast();
  const isHydrated = useHydrated();
  const { isBusy, failure, wait } = useRequest();

  const submit = async (fields: FormData) => {
    const entered = typedText(fields, 'email');
    onEmail(entered);
    dismissToastsFrom('sign-in');
    const { error, needsCode } = await wait(signIn(auth, entered, typedText(fields, 'password')));
    if (needsCode) onCode();
    else toastSignIn(error);
  };

  return (
    <AuthForm onSubmit={submit}>
      <EmailField email={email} onEmail={onEmail} />
      <CurrentPasswordField label={credentials.password} name="password" />
      <Failure error={failure}>
        {failure?.code === 'invalid_credentials' && (
          <>
            {/* Always shown: it must not reveal whether the email address has an unverified account. */}
            <p>{copy.verifyFirst}</p>
            <button type="button" onClick={onUnverified} className={noticeActionClass}>
              {copy.newVerification}
            </button>
          </>
        )}
      </Failure>
      <SubmitButton isBusy={isBusy} copy={copy} />
      <PasskeyButton />
      <button
        type="button"
        disabled={!isHydrated}
        onClick={onForgotten}
        className="min-h-10 justify-self-center rounded-md px-3 text-sm font-semibold text-azure hover:underline"
      >
        {copy.forgotten}
      </button>
    </AuthForm>
  );
}

function PasskeyButton() {
  const auth = useAuth();
  const { signIn: copy } = useAuthCopy();
  const toastSignIn = useSignInToast();
  const isHydrated = useHydrated();
  const { isBusy, wait } = useRequest();
  // In the document from the start: a button that appeared later would move the ones below it.
  if (isHydrated && !canUsePasskeys()) return null;
  const press = async () => {
    dismissToastsFrom('sign-in');
    const { error, isDone } = await wait(signInWithPasskey(auth));
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

export function CodeForm({ onBack }: { onBack: () => void }) {
  const auth = useAuth();
  const { code: copy, signIn: signInCopy, back } = useAuthCopy();
  const toastSignIn = useSignInToast();
  const [kind, setKind] = useState<'totp' | 'recovery'>('totp');
  const other = useOtherKind(kind);
  const { isBusy, failure, setFailure, wait } = useRequest();

  const submit = async (fields: FormData) => {
    dismissToastsFrom('sign-in');
    const { error } = await wait(signInWithCode(auth, { kind, code: typedText(fields, 'code') }));
    toastSignIn(error);
  };
  const change = () => {
    setKind(other.kind);
    setFailure(null);
  };

  return (
    <AuthForm
      title={copy.title}
      description={kind === 'recovery' ? copy.recoveryDescription : copy.description}
      onSubmit={submit}
    >
      {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the form that had the focus has just given way to this one */}
      <CodeField kind={kind} label={copy.label} autoFocus />
      <Failure error={failure}>
        {failure?.code === 'sign_in_expired' && (
          <button type="button" onClick={onBack} className={noticeActionClass}>
            {copy.restart}
          </button>
        )}
      </Failure>
      <SubmitButton isBusy={isBusy} copy={signInCopy} />
      <QuietButton onClick={change}>{other.label}</QuietButton>
      <QuietButton onClick={onBack}>{back}</QuietButton>
    </AuthForm>
  );
}
