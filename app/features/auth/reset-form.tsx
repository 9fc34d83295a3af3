import { type FormEvent, useState } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import type { ApiError } from '#app/lib/api-client.ts';
import { toast } from '#app/lib/toast.ts';
import { shortestPassword } from '#contract/limits.ts';
import { useAuth } from './auth-context.tsx';
import { Notice, noticeActionClass } from './notice.tsx';
import { PasswordField } from '#app/components/ui/password-field.tsx';

type ResetFormProps = { token: string; onDone: () => void; onNewLink: () => void };

export function ResetForm({ token, onDone, onNewLink }: ResetFormProps) {
  const { resetPassword } = useAuth();
  const [password, setPassword] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<ApiError | null>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setIsBusy(true);
    setFailure(null);
    const { error } = await resetPassword(token, password);
    setIsBusy(false);
    setFailure(error);
    if (error !== null) return;
    toast({ title: 'Password changed', text: 'Please sign in with your new password.' });
    onDone();
  };
  return (
    <form method="post" onSubmit={(event) => void submit(event)} className="grid gap-4">
      <div>
        <h2 className="text-xl">Choose a new password</h2>
        <p className="mt-1 text-sm text-muted">It takes effect at once and signs you out everywhere else.</p>
      </div>
      <PasswordField
        label="New password"
        name="new-password"
        autoComplete="new-password"
        required
        minLength={shortestPassword}
        hint={`At least ${shortestPassword} characters.`}
        value={password}
        onChange={({ target }) => setPassword(target.value)}
      />
      <div role="alert">
        {failure !== null && (
          <Notice look="bad">
            <p>{failure.message}</p>
            {failure.code === 'invalid_token' && (
              <button type="button" onClick={onNewLink} className={noticeActionClass}>
                Get a new link
              </button>
            )}
          </Notice>
        )}
      </div>
      <Button type="submit" disabled={isBusy} className="w-full">
        {isBusy ? 'Saving...' : 'Save new password'}
      </Button>
      <Button look="quiet" size="sm" onClick={onDone}>
        Back to sign in
      </Button>
    </form>
  );
}
