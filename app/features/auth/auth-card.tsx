import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { TabButton, TabList, TabPanel, Tabs } from '#app/components/ui/tabs.tsx';
import { useHydrated } from '#app/lib/use-hydrated.ts';
import { useAuth } from './auth-context.tsx';
import { CodeForm } from './code-form.tsx';
import { MailLinkForm, type MailLinkCopy } from './mail-link-form.tsx';
import { Notice } from './notice.tsx';
import { ResetForm } from './reset-form.tsx';
import { signInPath } from './return-path.ts';
import { SignInForm } from './sign-in-form.tsx';
import { SignUpForm } from './sign-up-form.tsx';

const forgotten: MailLinkCopy = {
  title: 'Forgot your password?',
  description: 'Tell us your email address, and we will send you a link to choose a new one.',
  button: 'Send reset link',
  busy: 'Sending...',
  sent: 'If this email address has an account, a link is on its way. It works once, for one hour.',
};
const verification: MailLinkCopy = {
  title: 'Get a new verification link',
  description: 'Tell us the email address that you signed up with.',
  button: 'Send verification link',
  busy: 'Sending...',
  sent: 'If this email address is not verified yet, a new link is on its way.',
};

/** The prerendered page knows neither query nor fragment: they apply after hydration. */
function useUrlState() {
  const { search, hash } = useLocation();
  const isHydrated = useHydrated();
  return {
    view: isHydrated ? new URLSearchParams(search).get('view') : null,
    resetToken: isHydrated ? new URLSearchParams(hash.slice(1)).get('reset') : null,
  };
}

export function AuthCard() {
  const { sendVerification, requestReset, ended } = useAuth();
  const navigate = useNavigate();
  const { search } = useLocation();
  const { view, resetToken } = useUrlState();
  const [email, setEmail] = useState('');
  const [isCodeAsked, setIsCodeAsked] = useState(false);

  const go = (nextView: string | null, replace = false) => {
    const params = new URLSearchParams(search);
    params.delete('view');
    if (nextView !== null) params.set('view', nextView);
    void navigate(params.size > 0 ? `${signInPath}?${params.toString()}` : signInPath, { replace });
  };
  const fields = { email, onEmail: setEmail };
  const back = () => go(null);

  if (resetToken !== null)
    return (
      <ResetForm
        key={resetToken}
        token={resetToken}
        onEmail={setEmail}
        onDone={() => go(null, true)}
        onNewLink={() => go('forgot', true)}
      />
    );
  if (view === 'forgot') return <MailLinkForm {...fields} copy={forgotten} send={requestReset} onBack={back} />;
  if (view === 'verify') return <MailLinkForm {...fields} copy={verification} send={sendVerification} onBack={back} />;
  if (isCodeAsked) return <CodeForm onBack={() => setIsCodeAsked(false)} />;
  return (
    <Tabs
      value={view === 'sign-up' ? 'sign-up' : 'sign-in'}
      onValueChange={(tab) => go(tab === 'sign-up' ? tab : null, true)}
    >
      {ended === 'expired' && (
        <div className="mb-5">
          <Notice variant="info">
            <p>Your session has ended. Please sign in again: you will be back where you were.</p>
          </Notice>
        </div>
      )}
      <TabList aria-label="Sign in or sign up" className="segmented-control mb-6">
        <TabButton value="sign-in">Sign In</TabButton>
        <TabButton value="sign-up">Sign Up</TabButton>
      </TabList>
      <TabPanel value="sign-in" tabIndex={-1}>
        <SignInForm
          {...fields}
          onForgotten={() => go('forgot')}
          onUnverified={() => go('verify')}
          onCode={() => setIsCodeAsked(true)}
        />
      </TabPanel>
      <TabPanel value="sign-up" tabIndex={-1}>
        <SignUpForm {...fields} />
      </TabPanel>
    </Tabs>
  );
}
