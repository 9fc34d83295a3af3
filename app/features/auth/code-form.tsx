import { type FormEvent, useState } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import { CodeField, otherKind } from '#app/components/ui/code-field.tsx';
import type { ApiError } from '#app/lib/api-client.ts';
import { dismissToastsFrom } from '#app/lib/toast.ts';
import { toastSignIn, useAuth } from './auth-context.tsx';
import { Notice, noticeActionClass } from './notice.tsx';

/** The second step of a sign-in with a second factor. */
export function CodeForm({ onBack }: { onBack: () => void }) {
  const { signInWithCode } = useAuth();
  const [kind, setKind] = useState<'totp' | 'recovery'>('totp');
  const [code, setCode] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<ApiError | null>(null);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setIsBusy(true);
    setFailure(null);
    dismissToastsFrom('sign-in');
    const { error } = await signInWithCode(kind, code);
    setIsBusy(false);
    setFailure(error);
    toastSignIn(error);
  };
  const change = () => {
    setKind(otherKind(kind).kind);
    setCode('');
    setFailure(null);
  };

  return (
    <form method="post" onSubmit={(event) => void submit(event)} className="grid gap-4">
      <div>
        <h2 className="text-xl">One more step</h2>
        <p className="mt-1 text-sm text-muted">
          {kind === 'recovery'
            ? 'Enter one of your saved recovery codes. Each works once.'
            : 'Type the code that your authenticator app shows now.'}
        </p>
      </div>
      <CodeField
        kind={kind}
        label="Code"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the form that had the focus has just given way to this one
        autoFocus
        value={code}
        onChange={({ target }) => setCode(target.value)}
      />
      {failure !== null && (
        <Notice variant="error">
          <p>{failure.message}</p>
          {failure.code === 'sign_in_expired' && (
            <button type="button" onClick={onBack} className={noticeActionClass}>
              Start again
            </button>
          )}
        </Notice>
      )}
      <Button type="submit" disabled={isBusy} className="mt-1 w-full">
        {isBusy ? 'Signing In...' : 'Sign In'}
      </Button>
      <Button variant="quiet" size="sm" onClick={change}>
        {otherKind(kind).label}
      </Button>
      <Button variant="quiet" size="sm" onClick={onBack}>
        Back to sign in
      </Button>
    </form>
  );
}
