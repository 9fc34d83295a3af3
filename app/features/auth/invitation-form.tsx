// Rendered rarely: memoized, it would be larger and no faster.
'use no memo';

import { type ReactNode, useCallback, useEffect, useEffectEvent, useState } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import { NewPasswordField } from '#app/components/ui/credential-fields.tsx';
import { TextField } from '#app/components/ui/field.tsx';
import { api } from '#app/lib/api-client.ts';
import { typedText } from '#app/lib/form-text.ts';
import { chosenLanguage, useLanguage } from '#app/lib/language.tsx';
import { useCommonCopy } from '#app/lib/portal-context.ts';
import { toast } from '#app/lib/toast.ts';
import { maxPersonNameLength } from '#contract/limits.ts';
import type { InvitationLink } from '#contract/people.ts';
import type { CustomerRole } from '#contract/roles.ts';
import { asApiError, outcomeOf, useAuth } from './auth.tsx';
import { useAuthCopy } from './auth-copy.ts';
import { AuthForm, Failure, FormHeading, QuietButton, SubmitButton, TermsNotice, useRequest } from './auth-form.tsx';
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

/** Who invited chose a language for the mail: somebody new reads the page in it, and the portal afterwards. */
function useLanguageOfMail() {
  const { user, loading } = useAuth();
  const { language, offered, show } = useLanguage();
  const follow = useEffectEvent(() => {
    const mailed = new URLSearchParams(location.hash.slice(1)).get('language');
    const known = offered.find((one) => one === mailed);
    if (user === null && known !== undefined && known !== language && chosenLanguage() === undefined)
      void show(known).catch(() => {});
  });
  useEffect(() => {
    if (!loading) follow();
  }, [loading]);
}

/** Accepts an invitation: with the account of its email address, or by choosing the password of a new one. */
export function InvitationForm({ token, onSignIn, onCreated, onAccepted, onCancel }: InvitationFormProps) {
  const { invitation: copy, back } = useAuthCopy();
  const { tryAgain, credentials } = useCommonCopy();
  const auth = useAuth();
  useLanguageOfMail();
  const { user, refresh, announceSwitch, signOut } = auth;
  const [link, setLink] = useState<InvitationLink>();
  const { isBusy, failure, setFailure, wait } = useRequest();

  const load = useCallback(
    () =>
      api.auth.invitations.read
        .$post({ json: { token } })
        .then(setLink, (error: unknown) => setFailure(asApiError(error))),
    [token, setFailure],
  );
  useEffect(() => {
    void load();
  }, [load]);

  const create = async (name: string, newPassword: string) => {
    await api.auth.invitations.accept.$post({ json: { token, newPassword, ...(name !== '' && { name }) } });
    const email = link?.email ?? '';
    const { error } = await signIn(auth, email, newPassword);
    toast(error === null ? copy.welcome : copy.saved);
    if (error === null) onAccepted();
    else onCreated(email);
  };
  const accept = async () => {
    await api.portal.invitations.accept.$post({ json: { token } });
    announceSwitch();
    await refresh();
    onAccepted();
  };
  const retry = () => {
    setFailure(null);
    void load();
  };

  const alert = (
    <div role="alert">
      <Failure error={failure} />
    </div>
  );
  const cancel = <QuietButton onClick={onCancel}>{user === null ? back : copy.notNow}</QuietButton>;
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
        <Button disabled={isBusy} onClick={() => void wait(signOut())} className="w-full">
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
        <Button disabled={isBusy} onClick={() => void wait(outcomeOf(accept()))} className="w-full">
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
    <AuthForm
      title={title}
      description={copy.choosePassword(link.email)}
      onSubmit={(fields) =>
        wait(outcomeOf(create(typedText(fields, 'name').trim(), typedText(fields, 'new-password'))))
      }
    >
      <RoleList roles={link.roles} />
      <input type="hidden" name="email" autoComplete="username" value={link.email} readOnly />
      <TextField label={copy.name} name="name" autoComplete="name" maxLength={maxPersonNameLength} required />
      <NewPasswordField label={credentials.password} name="new-password" />
      {alert}
      <SubmitButton isBusy={isBusy} copy={{ submit: copy.accept, busy: copy.saving }} />
      <TermsNotice />
      {cancel}
    </AuthForm>
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
