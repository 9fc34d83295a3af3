import { type FormEvent, useEffect, useState } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import { Checkbox, TextField } from '#app/components/ui/field.tsx';
import { type ApiError, api } from '#app/lib/api-client.ts';
import { useCommonCopy, useErrorMessage, useFormats } from '#app/lib/portal-context.ts';
import { toast } from '#app/lib/toast.ts';
import { Notice, noticeActionClass } from '#app/components/ui/notice.tsx';
import { PasswordField } from '#app/components/ui/credential-fields.tsx';
import type { ResetLink } from '#contract/auth.ts';
import { minPasswordLength } from '#contract/limits.ts';
import { asApiError, outcomeOf } from './auth.tsx';
import { useAuthCopy } from './auth-copy.ts';
import { FormHeading } from './form-heading.tsx';

type ResetFormProps = {
  token: string;
  /** Prefills the sign-in form that follows. */
  onEmail: (email: string) => void;
  onDone: () => void;
  onNewLink: () => void;
};

export function ResetForm({ token, onEmail, onDone, onNewLink }: ResetFormProps) {
  const { reset: copy, email: emailLabel, back } = useAuthCopy();
  const { credentials } = useCommonCopy();
  const messageOf = useErrorMessage();
  const formats = useFormats();
  const [link, setLink] = useState<ResetLink>();
  const [password, setPassword] = useState('');
  const [removePasskeys, setRemovePasskeys] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<ApiError | null>(null);
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
  }, [token]);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setIsBusy(true);
    setFailure(null);
    const { error } = await outcomeOf(
      api.auth.password.reset.$post({ json: { token, newPassword: password, removePasskeys } }),
    );
    setIsBusy(false);
    setFailure(error);
    if (error !== null) return;
    toast(done);
    if (link !== undefined) onEmail(link.email);
    onDone();
  };
  return (
    <form method="post" onSubmit={(event) => void submit(event)} className="grid gap-4">
      <FormHeading title={title} description={description} />
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
      <PasswordField
        label={label}
        name="new-password"
        autoComplete="new-password"
        required
        minLength={minPasswordLength}
        hint={credentials.passwordHint(minPasswordLength)}
        value={password}
        onChange={({ target }) => setPassword(target.value)}
      />
      {link !== undefined && link.passkeys > 0 && (
        <label className="flex gap-3 text-sm">
          <Checkbox checked={removePasskeys} onChange={({ target }) => setRemovePasskeys(target.checked)} />
          <span>
            {formats.plural(link.passkeys, copy.removePasskeys)}
            <span className="block text-muted">{copy.removePasskeysHint}</span>
          </span>
        </label>
      )}
      <div role="alert">
        {failure !== null && (
          <Notice variant="error">
            <p>{messageOf(failure)}</p>
            {failure.code === 'invalid_token' && (
              <button type="button" onClick={onNewLink} className={noticeActionClass}>
                {copy.newLink}
              </button>
            )}
          </Notice>
        )}
      </div>
      <Button type="submit" disabled={isBusy} className="w-full">
        {isBusy ? copy.busy : submitLabel}
      </Button>
      <Button variant="quiet" size="sm" onClick={onDone}>
        {back}
      </Button>
    </form>
  );
}
