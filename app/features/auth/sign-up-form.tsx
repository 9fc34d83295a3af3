// Rendered rarely: memoized, it would be larger and no faster.
'use no memo';

import { useState } from 'react';
import { NewPasswordField } from '#app/components/ui/credential-fields.tsx';
import { Notice, noticeActionClass } from '#app/components/ui/notice.tsx';
import { Parts } from '#app/components/ui/parts.tsx';
import { api } from '#app/lib/api-client.ts';
import { typedText } from '#app/lib/form-text.ts';
import { useCommonCopy, useErrorMessage } from '#app/lib/portal-context.ts';
import { dismissToastsFrom, toast } from '#app/lib/toast.ts';
import { outcomeOf } from './auth.tsx';
import { useAuthCopy } from './auth-copy.ts';
import { AuthForm, EmailField, Failure, SubmitButton, TermsNotice, useRequest } from './auth-form.tsx';

export function SignUpForm({ email, onEmail }: { email: string; onEmail: (email: string) => void }) {
  const { signUp: copy } = useAuthCopy();
  const { credentials } = useCommonCopy();
  const messageOf = useErrorMessage();
  const { isBusy, failure, wait } = useRequest();
  const [createdFor, setCreatedFor] = useState<string>();

  const submit = async (fields: FormData, form: HTMLFormElement) => {
    const entered = { email: typedText(fields, 'email'), password: typedText(fields, 'password') };
    onEmail(entered.email);
    setCreatedFor(undefined);
    dismissToastsFrom('sign-up');
    const { error } = await wait(outcomeOf(api.auth['sign-up'].$post({ json: entered })));
    // product §8
    if (error !== null) {
      toast({ source: 'sign-up', title: copy.failed, description: messageOf(error), variant: 'destructive' });
      return;
    }
    form.reset();
    setCreatedFor(entered.email);
    toast({ source: 'sign-up', ...copy.done });
  };

  return (
    <AuthForm onSubmit={submit}>
      <EmailField email={email} onEmail={onEmail} />
      <NewPasswordField label={credentials.password} name="password" />
      <Failure error={failure} />
      {createdFor !== undefined && (
        <Notice variant="success">
          <p>
            <Parts of={copy.sent(<bdi className="font-semibold">{createdFor}</bdi>)} />
          </p>
          <ResendVerification email={createdFor} />
        </Notice>
      )}
      <SubmitButton isBusy={isBusy} copy={copy} />
      <TermsNotice />
    </AuthForm>
  );
}

/** Sends another link to an email address that was entered already. */
function ResendVerification({ email }: { email: string }) {
  const { signUp: copy } = useAuthCopy();
  const messageOf = useErrorMessage();
  const [message, setMessage] = useState<string>();
  const { isBusy, wait } = useRequest();
  const send = async () => {
    const { error } = await wait(outcomeOf(api.auth.email['send-verification'].$post({ json: { email } })));
    setMessage(error === null ? copy.resent : messageOf(error));
  };
  return (
    <>
      <button type="button" disabled={isBusy} onClick={() => void send()} className={noticeActionClass}>
        {copy.resend}
      </button>
      <p role="status">{message}</p>
    </>
  );
}
