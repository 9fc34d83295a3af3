import { type FormEvent, useState } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import { PasswordField } from '#app/components/ui/credential-fields.tsx';
import { Parts } from '#app/components/ui/parts.tsx';
import { api } from '#app/lib/api-client.ts';
import { useCommonCopy, useErrorMessage } from '#app/lib/portal-context.ts';
import { dismissToastsFrom, toast } from '#app/lib/toast.ts';
import { useHydrated } from '#app/lib/use-hydrated.ts';
import { Notice, noticeActionClass } from '#app/components/ui/notice.tsx';
import { minPasswordLength } from '#contract/limits.ts';
import { useAuthCopy } from './auth-copy.ts';
import { TermsNotice } from './terms-notice.tsx';
import { outcomeOf } from './auth.tsx';
import { EmailField, readCredentials } from './sign-in-form.tsx';

export function SignUpForm({ email, onEmail }: { email: string; onEmail: (email: string) => void }) {
  const { signUp: copy } = useAuthCopy();
  const { credentials } = useCommonCopy();
  const messageOf = useErrorMessage();
  const isHydrated = useHydrated();
  const [password, setPassword] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [createdFor, setCreatedFor] = useState<string>();

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const entered = readCredentials(event.currentTarget);
    onEmail(entered.email);
    setPassword(entered.password);
    setIsBusy(true);
    setFailure(undefined);
    setCreatedFor(undefined);
    dismissToastsFrom('sign-up');
    const { error } = await outcomeOf(api.auth['sign-up'].$post({ json: entered }));
    setIsBusy(false);
    // product §8
    if (error !== null) {
      const description = messageOf(error);
      setFailure(description);
      toast({ source: 'sign-up', title: copy.failed, description, variant: 'destructive' });
      return;
    }
    setPassword('');
    setCreatedFor(entered.email);
    toast({ source: 'sign-up', ...copy.done });
  };

  return (
    <form method="post" onSubmit={(event) => void submit(event)} className="grid gap-4">
      <EmailField email={email} onEmail={onEmail} />
      <PasswordField
        label={credentials.password}
        name="password"
        autoComplete="new-password"
        required
        minLength={minPasswordLength}
        hint={credentials.passwordHint(minPasswordLength)}
        value={password}
        onChange={({ target }) => setPassword(target.value)}
      />
      {failure !== undefined && (
        <Notice variant="error">
          <p>{failure}</p>
        </Notice>
      )}
      {createdFor !== undefined && (
        <Notice variant="success">
          <p>
            <Parts of={copy.sent(<bdi className="font-semibold">{createdFor}</bdi>)} />
          </p>
          <ResendVerification email={createdFor} />
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
      <TermsNotice />
    </form>
  );
}

/** Sends another link to an email address that was entered already. */
function ResendVerification({ email }: { email: string }) {
  const { signUp: copy } = useAuthCopy();
  const messageOf = useErrorMessage();
  const [message, setMessage] = useState<string>();
  const [isSending, setIsSending] = useState(false);
  const send = async () => {
    setIsSending(true);
    const { error } = await outcomeOf(api.auth.email['send-verification'].$post({ json: { email } }));
    setMessage(error === null ? copy.resent : messageOf(error));
    setIsSending(false);
  };
  return (
    <>
      <button type="button" disabled={isSending} onClick={() => void send()} className={noticeActionClass}>
        {copy.resend}
      </button>
      <p role="status">{message}</p>
    </>
  );
}
