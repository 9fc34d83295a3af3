// Rendered rarely: memoized, it would be larger and no faster.
'use no memo';

import { useEffect, useState } from 'react';
import { Checkbox, TextField } from '#app/components/ui/field.tsx';
import { api } from '#app/lib/api-client.ts';
import { typedText } from '#app/lib/form-text.ts';
import { useFormats } from '#app/lib/portal-context.ts';
import { toast } from '#app/lib/toast.ts';
import { noticeActionClass } from '#app/components/ui/notice.tsx';
import { NewPasswordField } from '#app/components/ui/credential-fields.tsx';
import type { ResetLink } from '#contract/auth.ts';
import { asApiError, outcomeOf } from './auth.tsx';
import { useAuthCopy } from './auth-copy.ts';
import { AuthForm, Failure, QuietButton, SubmitButton, useRequest } from './auth-form.tsx';

type ResetFormProps = {
  token: string;
  /** Prefills the sign-in form that follows. */
  onEmail: (email: string) => void;
  onDone: () => void;
  onNewLink: () => void;
};

export function ResetForm({ token, onEmail, onDone, onNewLink }: ResetFormProps) {
  const { reset: copy, email: emailLabel, back } = useAuthCopy();
  const formats = useFormats();
  const [link, setLink] = useState<ResetLink>();
  const { isBusy, failure, setFailure, wait } = useRequest();
  const { title, description, label, submit: submitLabel, done } = link?.isFirst === true ? copy.first : copy.again;

  useEffect(() => {
    let isCurrent = true;
    const onError = (error: unknown) => {
      const { code } = asApiError(error);
      // After any other error the password can still be submitted.
      if (isCurrent && code === 'invalid_token') setFailure(asApiError(error));
    };
    api.auth.password['read-reset-link']
      .$post({ json: { token } })
      .then((found) => isCurrent && setLink(found), onError);
    return () => {
      isCurrent = false;
    };
  }, [token, setFailure]);

  const submit = async (fields: FormData) => {
    const json = {
      token,
      newPassword: typedText(fields, 'new-password'),
      removePasskeys: fields.has('removePasskeys'),
    };
    const { error } = await wait(outcomeOf(api.auth.password.reset.$post({ json })));
    if (error !== null) return;
    toast(done);
    if (link !== undefined) onEmail(link.email);
    onDone();
  };
  return (
    <AuthForm title={title} description={description} onSubmit={submit}>
      {link !== undefined && (
        <TextField
          label={emailLabel}
          type="email"
          name="email"
          autoComplete="username"
          readOnly
          value={link.email}
          className="bg-tint!"
        />
      )}
      <NewPasswordField label={label} name="new-password" />
      {link !== undefined && link.passkeys > 0 && (
        <label className="flex gap-3 text-sm">
          <Checkbox name="removePasskeys" />
          <span>
            {formats.plural(link.passkeys, copy.removePasskeys)}
            <span className="block text-muted">{copy.removePasskeysHint}</span>
          </span>
        </label>
      )}
      <div role="alert">
        <Failure error={failure}>
          {failure?.code === 'invalid_token' && (
            <button type="button" onClick={onNewLink} className={noticeActionClass}>
              {copy.newLink}
            </button>
          )}
        </Failure>
      </div>
      <SubmitButton isBusy={isBusy} copy={{ submit: submitLabel, busy: copy.busy }} />
      <QuietButton onClick={onDone}>{back}</QuietButton>
    </AuthForm>
  );
}
