import { type FormEvent, type ReactNode, useCallback, useEffect, useState } from 'react';
import { PasswordField } from '#app/components/ui/credential-fields.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { type ApiError, api } from '#app/lib/api-client.ts';
import { roleCopy } from '#app/lib/roles.ts';
import { toast } from '#app/lib/toast.ts';
import type { InvitationLink } from '#contract/people.ts';
import { minPasswordLength } from '#contract/limits.ts';
import type { CustomerRole } from '#contract/roles.ts';
import { asApiError, useAuth } from './auth.tsx';
import { FormHeading } from './form-heading.tsx';
import { signIn } from './sign-in.ts';

type InvitationFormProps = {
  token: string;
  /** Shows the sign-in form; the invitation is accepted afterwards. */
  onSignIn: (email: string) => void;
  /** The new account was created; sign in with it. */
  onCreated: (email: string) => void;
  /** The customer was added to the signed-in user. */
  onAccepted: () => void;
  onCancel: () => void;
};

/** Accepts an invitation: with the account of its email address, or by choosing the password of a new one. */
export function InvitationForm({ token, onSignIn, onCreated, onAccepted, onCancel }: InvitationFormProps) {
  const auth = useAuth();
  const { user, refresh, announceSwitch, signOut } = auth;
  const [link, setLink] = useState<InvitationLink>();
  const [password, setPassword] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<ApiError | null>(null);

  const load = useCallback(
    () =>
      api.auth['invitation-link']
        .$post({ json: { token } })
        .then(setLink, (error: unknown) => setFailure(asApiError(error))),
    [token],
  );
  useEffect(() => {
    void load();
  }, [load]);

  const run = async (work: () => Promise<void>) => {
    setIsBusy(true);
    setFailure(null);
    await work().catch((error: unknown) => setFailure(asApiError(error)));
    setIsBusy(false);
  };
  const create = async () => {
    await api.auth['accept-invitation'].$post({ json: { token, newPassword: password } });
    const email = link?.email ?? '';
    const { error } = await signIn(auth, email, password);
    if (error === null) {
      toast({ title: 'Welcome!', description: 'Your account is ready.' });
      onAccepted();
      return;
    }
    toast({ title: 'Password saved', description: 'Please sign in with it.' });
    onCreated(email);
  };
  const accept = async () => {
    await api.portal['accept-invitation'].$post({ json: { token } });
    announceSwitch();
    await refresh();
    onAccepted();
  };
  const leave = async () => {
    const { error } = await signOut();
    if (error !== null) throw error;
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void run(create);
  };
  const retry = () => {
    setFailure(null);
    void load();
  };

  const alert = (
    <div role="alert">
      {failure !== null && (
        <Notice variant="error">
          <p>{failure.message}</p>
        </Notice>
      )}
    </div>
  );
  const cancel = (
    <Button variant="quiet" size="sm" onClick={onCancel}>
      {user === null ? 'Back to sign in' : 'Not now'}
    </Button>
  );
  if (link === undefined && failure?.code === 'invalid_token')
    return (
      <Step
        title="This invitation can no longer be used"
        description="It was accepted already, has expired, was replaced by a newer one, or was withdrawn."
      >
        <p role="alert" className="text-sm">
          If you have accepted it, sign in. Otherwise, please ask whoever invited you to send it again.
        </p>
        <Button onClick={onCancel} className="w-full">
          {user === null ? 'Sign in' : 'Go to the portal'}
        </Button>
      </Step>
    );
  if (link === undefined)
    return (
      <Step title="Your invitation" description={failure === null ? 'Loading...' : 'We could not load it.'}>
        {alert}
        {failure !== null && (
          <Button onClick={retry} className="w-full">
            Try again
          </Button>
        )}
        {cancel}
      </Step>
    );
  const title = `Join ${link.customer}`;
  if (user !== null && user.email !== link.email)
    return (
      <Step title={title} description={`This invitation is for ${link.email}, and you are signed in as ${user.email}.`}>
        {alert}
        <Button disabled={isBusy} onClick={() => void run(leave)} className="w-full">
          Sign out
        </Button>
        {cancel}
      </Step>
    );
  if (user !== null)
    return (
      <Step title={title} description={`Your account ${user.email} gets access. Your other sessions are signed out.`}>
        <RoleList roles={link.roles} />
        {alert}
        <Button disabled={isBusy} onClick={() => void run(accept)} className="w-full">
          {isBusy ? 'Accepting...' : 'Accept the invitation'}
        </Button>
        {cancel}
      </Step>
    );
  if (link.hasAccount)
    return (
      <Step title={title} description={`You have an account as ${link.email}. Please sign in to accept.`}>
        <RoleList roles={link.roles} />
        {alert}
        <Button onClick={() => onSignIn(link.email)} className="w-full">
          Sign in to accept
        </Button>
        {cancel}
      </Step>
    );
  return (
    <form method="post" onSubmit={submit} className="grid gap-4">
      <FormHeading title={title} description={`Choose a password. You will sign in with it and ${link.email}.`} />
      <RoleList roles={link.roles} />
      <input type="hidden" name="email" autoComplete="username" value={link.email} readOnly />
      <PasswordField
        label="Password"
        name="new-password"
        autoComplete="new-password"
        required
        minLength={minPasswordLength}
        hint={`At least ${minPasswordLength} characters.`}
        value={password}
        onChange={({ target }) => setPassword(target.value)}
      />
      {alert}
      <Button type="submit" disabled={isBusy} className="w-full">
        {isBusy ? 'Saving...' : 'Accept the invitation'}
      </Button>
      {cancel}
    </form>
  );
}

function RoleList({ roles }: { roles: CustomerRole[] }) {
  return (
    <dl className="grid gap-2 rounded-md bg-tint px-4 py-3 text-sm">
      {roles.map((role) => (
        <div key={role}>
          <dt className="font-semibold">{roleCopy[role].label}</dt>
          <dd className="text-muted">{roleCopy[role].description}</dd>
        </div>
      ))}
    </dl>
  );
}

function Step({ title, description, children }: { title: string; description: string; children: ReactNode }) {
  return (
    <div className="grid gap-4">
      <FormHeading title={title} description={description} />
      {children}
    </div>
  );
}
