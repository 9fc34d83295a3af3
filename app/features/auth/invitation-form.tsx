import { type FormEvent, type ReactNode, useCallback, useEffect, useState } from 'react';
import { PasswordField } from '#app/components/ui/credential-fields.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { type ApiError, api } from '#app/lib/api-client.ts';
import { useCommonCopy, useErrorMessage } from '#app/lib/portal-context.ts';
import { toast } from '#app/lib/toast.ts';
import type { InvitationLink } from '#contract/people.ts';
import { minPasswordLength } from '#contract/limits.ts';
import type { CustomerRole } from '#contract/roles.ts';
import { asApiError, useAuth } from './auth.tsx';
import { useAuthCopy } from './auth-copy.ts';
import { FormHeading } from './form-heading.tsx';
import { signIn } from './sign-in.ts';
import { TermsNotice } from './terms-notice.tsx';

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
  const { invitation: copy, back } = useAuthCopy();
  const { tryAgain, credentials } = useCommonCopy();
  const messageOf = useErrorMessage();
  const auth = useAuth();
  const { user, refresh, announceSwitch, signOut } = auth;
  const [link, setLink] = useState<InvitationLink>();
  const [password, setPassword] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<ApiError | null>(null);

  const load = useCallback(
    () =>
      api.auth.invitations.read
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
    await api.auth.invitations.accept.$post({ json: { token, newPassword: password } });
    const email = link?.email ?? '';
    const { error } = await signIn(auth, email, password);
    if (error === null) {
      toast(copy.welcome);
      onAccepted();
      return;
    }
    toast(copy.saved);
    onCreated(email);
  };
  const accept = async () => {
    await api.portal.invitations.accept.$post({ json: { token } });
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
          <p>{messageOf(failure)}</p>
        </Notice>
      )}
    </div>
  );
  const cancel = (
    <Button variant="quiet" size="sm" onClick={onCancel}>
      {user === null ? back : copy.notNow}
    </Button>
  );
  if (link === undefined && failure?.code === 'invalid_token')
    return (
      <Step title={copy.ended.title} description={copy.ended.description}>
        <p role="alert" className="text-sm">
          {copy.ended.hint}
        </p>
        <Button onClick={onCancel} className="w-full">
          {user === null ? copy.ended.signIn : copy.ended.portal}
        </Button>
      </Step>
    );
  if (link === undefined)
    return (
      <Step title={copy.title} description={failure === null ? copy.loadingLink : copy.failed}>
        {alert}
        {failure !== null && (
          <Button onClick={retry} className="w-full">
            {tryAgain}
          </Button>
        )}
        {cancel}
      </Step>
    );
  const title = copy.join(link.customer);
  if (user !== null && user.email !== link.email)
    return (
      <Step title={title} description={copy.otherUser(link.email, user.email)}>
        {alert}
        <Button disabled={isBusy} onClick={() => void run(leave)} className="w-full">
          {copy.signOut}
        </Button>
        {cancel}
      </Step>
    );
  if (user !== null)
    return (
      <Step title={title} description={copy.getsAccess(user.email)}>
        <RoleList roles={link.roles} />
        {alert}
        <Button disabled={isBusy} onClick={() => void run(accept)} className="w-full">
          {isBusy ? copy.accepting : copy.accept}
        </Button>
        {cancel}
      </Step>
    );
  if (link.hasAccount)
    return (
      <Step title={title} description={copy.hasAccount(link.email)}>
        <RoleList roles={link.roles} />
        {alert}
        <Button onClick={() => onSignIn(link.email)} className="w-full">
          {copy.signInToAccept}
        </Button>
        {cancel}
      </Step>
    );
  return (
    <form method="post" onSubmit={submit} className="grid gap-4">
      <FormHeading title={title} description={copy.choosePassword(link.email)} />
      <RoleList roles={link.roles} />
      <input type="hidden" name="email" autoComplete="username" value={link.email} readOnly />
      <PasswordField
        label={credentials.password}
        name="new-password"
        autoComplete="new-password"
        required
        minLength={minPasswordLength}
        hint={credentials.passwordHint(minPasswordLength)}
        value={password}
        onChange={({ target }) => setPassword(target.value)}
      />
      {alert}
      <Button type="submit" disabled={isBusy} className="w-full">
        {isBusy ? copy.saving : copy.accept}
      </Button>
      <TermsNotice />
      {cancel}
    </form>
  );
}

function RoleList({ roles }: { roles: CustomerRole[] }) {
  const { roles: roleCopy } = useAuthCopy();
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
