import { plural } from '../../plural.ts';

/** Sign-in, sign-up and what links in mails open. product §2 and §8 have the quoted texts. */
export const auth = {
  /** Instead of the portal's title, on the way to the desk. */
  staffTitle: 'Staff sign-in',
  help: 'Need help?',
  email: 'Email',
  back: 'Back to sign in',
  ended: {
    expired: 'Your session has ended. Please sign in again: you will be back where you were.',
    security:
      'You were signed out because the security of your account was changed in another browser. If that was not you, reset your password and contact us.',
  },
  tabs: { label: 'Sign in or sign up', signIn: 'Sign In', signUp: 'Sign Up' },
  signIn: {
    submit: 'Sign In',
    busy: 'Signing In...',
    done: { title: 'Welcome back!', description: 'You have successfully signed in.' },
    failed: 'Sign In Failed',
    verifyFirst: 'If you have just signed up, open the link in our mail first.',
    newVerification: 'Get a new verification link',
    passkey: 'Sign in with a passkey',
    passkeyBusy: 'Waiting for your device...',
    forgotten: 'Forgot password?',
  },
  code: {
    title: 'One more step',
    description: 'Type the code that your authenticator app shows now.',
    recoveryDescription: 'Enter one of your saved recovery codes. Each works once.',
    label: 'Code',
    restart: 'Start again',
  },
  signUp: {
    submit: 'Create Account',
    busy: 'Creating Account...',
    done: { title: 'Account Created', description: 'Please check your email to verify your account.' },
    failed: 'Sign Up Failed',
    sent: <Email>(email: Email) => ['We sent a link to ', email, '. Open it to verify your account, then sign in.'],
    resend: 'Send a new verification link',
    resent: 'A new link is on its way.',
  },
  terms: {
    link: 'terms of use',
    privacyLink: 'privacy policy',
    text: <Link>(terms: Link, privacy: Link) => [
      'By creating an account, you accept the ',
      terms,
      '. The ',
      privacy,
      ' says how we use your data. Both are in French.',
    ],
  },
  forgotten: {
    title: 'Forgot your password?',
    description: 'Tell us your email address, and we will send you a link to choose a new one.',
    submit: 'Send reset link',
    busy: 'Sending...',
    sent: 'If this email address has an account, a link is on its way. It works once, for one hour.',
  },
  verification: {
    title: 'Get a new verification link',
    description: 'Tell us the email address that you signed up with.',
    submit: 'Send verification link',
    busy: 'Sending...',
    sent: 'If this email address is not verified yet, a new link is on its way.',
  },
  reset: {
    first: {
      title: 'Choose a password for your account',
      description: 'You will sign in with it and your email address.',
      label: 'Password',
      submit: 'Save password',
      done: { title: 'Password saved', description: 'Please sign in with it.' },
    },
    again: {
      title: 'Choose a new password',
      description: 'It takes effect at once and signs you out everywhere else.',
      label: 'New password',
      submit: 'Save new password',
      done: { title: 'Password changed', description: 'Please sign in with your new password.' },
    },
    busy: 'Saving...',
    removePasskeys: plural({
      one: () => 'Also remove my passkey',
      other: (count) => `Also remove my ${count} passkeys`,
    }),
    removePasskeysHint:
      'Do so if somebody else may have been in your account: a passkey opens it without the password.',
    newLink: 'Get a new link',
  },
  invitation: {
    loading: 'Loading your invitation...',
    title: 'Your invitation',
    loadingLink: 'Loading...',
    failed: 'We could not load it.',
    notNow: 'Not now',
    name: 'Your name',
    ended: {
      title: 'This invitation can no longer be used',
      description: 'It was accepted already, has expired, was replaced by a newer one, or was withdrawn.',
      hint: 'If you have accepted it, sign in. Otherwise, please ask the person who invited you to send it again.',
      signIn: 'Sign in',
      portal: 'Go to the portal',
    },
    join: (company: string) => `Join ${company}`,
    otherUser: (invited: string, signedIn: string) =>
      `This invitation is for ${invited}, and you are signed in as ${signedIn}.`,
    signOut: 'Sign out',
    getsAccess: (email: string) => `Your account ${email} gets access. Your other sessions are signed out.`,
    accept: 'Accept the invitation',
    accepting: 'Accepting...',
    hasAccount: (email: string) => `You have an account as ${email}. Please sign in to accept.`,
    signInToAccept: 'Sign in to accept',
    choosePassword: (email: string) => `Choose a password. You will sign in with it and ${email}.`,
    saving: 'Saving...',
    welcome: { title: 'Welcome!', description: 'Your account is ready.' },
    saved: { title: 'Password saved', description: 'Please sign in with it.' },
  },
};

export type AuthCopy = typeof auth;
