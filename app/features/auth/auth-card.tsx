// Rendered rarely: memoized, it would be larger and no faster.
'use no memo';

import { lazy, Suspense, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { TabButton, TabList, TabPanel, Tabs } from '#app/components/ui/tabs.tsx';
import { useHydrated } from '#app/lib/use-hydrated.ts';
import { Spinner } from '#app/components/ui/spinner.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { api } from '#app/lib/api-client.ts';
import { dismissToastsFrom } from '#app/lib/toast.ts';
import type { AuthCopy } from '#content/portal/en/auth.ts';
import { outcomeOf, useAuth } from './auth.tsx';
import { useAuthCopy } from './auth-copy.ts';
import { AuthForm, EmailField, Failure, QuietButton, SubmitButton, useRequest } from './auth-form.tsx';
import { signInPath } from './return-path.ts';
import { CodeForm, SignInForm } from './sign-in-form.tsx';
import { SignUpForm } from './sign-up-form.tsx';

// Few visitors come by a link in a mail.
const InvitationForm = lazy(async () => ({ default: (await import('./invitation-form.tsx')).InvitationForm }));
const ResetForm = lazy(async () => ({ default: (await import('./reset-form.tsx')).ResetForm }));

/** The prerendered page knows neither query nor fragment: they apply after hydration. */
function useUrlState() {
  const { search, hash } = useLocation();
  const isHydrated = useHydrated();
  return {
    view: isHydrated ? new URLSearchParams(search).get('view') : null,
    resetToken: isHydrated ? new URLSearchParams(hash.slice(1)).get('reset') : null,
    invitationToken: isHydrated ? new URLSearchParams(hash.slice(1)).get('invitation') : null,
  };
}

/** Whether the page was opened by the link of an invitation, which a signed-in user can accept too. */
export const useHasInvitation = () => useUrlState().invitationToken !== null;

export function AuthCard() {
  const copy = useAuthCopy();
  const { user, ended } = useAuth();
  const navigate = useNavigate();
  const { search } = useLocation();
  const { view, resetToken, invitationToken } = useUrlState();
  const [email, setEmail] = useState('');
  const [isSigningIn, setIsSigningIn] = useState(false);
  const [isCodeRequired, setIsCodeRequired] = useState(false);

  const go = (nextView: string | null, replace = false) => {
    const params = new URLSearchParams(search);
    params.delete('view');
    if (nextView !== null) params.set('view', nextView);
    void navigate(params.size > 0 ? `${signInPath}?${params.toString()}` : signInPath, { replace });
  };
  const fields = { email, onEmail: setEmail };
  const back = () => go(null);

  if (invitationToken !== null && (user !== null || !isSigningIn))
    return (
      <Suspense fallback={<Spinner label={copy.invitation.loading} />}>
        <InvitationForm
          key={invitationToken}
          token={invitationToken}
          // The URL keeps the token until the user is signed in.
          onSignIn={(invited) => {
            setEmail(invited);
            setIsSigningIn(true);
          }}
          onCreated={(created) => {
            setEmail(created);
            go(null, true);
          }}
          onAccepted={() => void navigate('/customer-portal', { replace: true })}
          onCancel={() => go(null, true)}
        />
      </Suspense>
    );
  if (resetToken !== null)
    return (
      <Suspense fallback={<Spinner label={copy.invitation.loadingLink} />}>
        <ResetForm
          key={resetToken}
          token={resetToken}
          onEmail={setEmail}
          onDone={() => go(null, true)}
          onNewLink={() => go('forgot', true)}
        />
      </Suspense>
    );
  if (view === 'forgot')
    return (
      <MailLinkForm {...fields} copy={copy.forgotten} send={api.auth.password['request-reset'].$post} onBack={back} />
    );
  if (view === 'verify')
    return (
      <MailLinkForm
        {...fields}
        copy={copy.verification}
        send={api.auth.email['send-verification'].$post}
        onBack={back}
      />
    );
  if (isCodeRequired) return <CodeForm onBack={() => setIsCodeRequired(false)} />;
  return (
    <Tabs
      value={view === 'sign-up' ? 'sign-up' : 'sign-in'}
      onValueChange={(tab) => {
        dismissToastsFrom('sign-in');
        dismissToastsFrom('sign-up');
        go(tab === 'sign-up' ? tab : null, true);
      }}
    >
      {(ended === 'expired' || ended === 'security') && (
        <div className="mb-5">
          <Notice variant="info">
            <p>{copy.ended[ended]}</p>
          </Notice>
        </div>
      )}
      <TabList aria-label={copy.tabs.label} className="segmented-control mb-6">
        <TabButton value="sign-in">{copy.tabs.signIn}</TabButton>
        <TabButton value="sign-up">{copy.tabs.signUp}</TabButton>
      </TabList>
      <TabPanel value="sign-in" tabIndex={-1}>
        <SignInForm
          {...fields}
          onForgotten={() => go('forgot')}
          onUnverified={() => go('verify')}
          onCode={() => setIsCodeRequired(true)}
        />
      </TabPanel>
      <TabPanel value="sign-up" tabIndex={-1}>
        <SignUpForm {...fields} />
      </TabPanel>
    </Tabs>
  );
}

type MailLinkFormProps = {
  copy: AuthCopy['forgotten'];
  email: string;
  onEmail: (email: string) => void;
  send: (input: { json: { email: string } }) => Promise<unknown>;
  onBack: () => void;
};

/** Sends a link to an email address. The response is the same whether or not it has an account. */
function MailLinkForm({ copy, email, onEmail, send, onBack }: MailLinkFormProps) {
  const { back } = useAuthCopy();
  const { isBusy, failure, wait } = useRequest();
  const [isSent, setIsSent] = useState(false);
  const submit = async () => {
    const { error } = await wait(outcomeOf(send({ json: { email } })));
    setIsSent(error === null);
  };
  return (
    <AuthForm title={copy.title} description={copy.description} onSubmit={submit}>
      <EmailField email={email} onEmail={onEmail} />
      <div role="status">
        <Failure error={failure} />
        {isSent && failure === null && (
          <Notice variant="success">
            <p>{copy.sent}</p>
          </Notice>
        )}
      </div>
      <SubmitButton isBusy={isBusy} copy={copy} />
      <QuietButton onClick={onBack}>{back}</QuietButton>
    </AuthForm>
  );
}
