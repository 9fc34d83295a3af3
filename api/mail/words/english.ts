import type { Frame, WordsOf } from './words.ts';

// The office's time, whoever reads it.
const moments = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'Europe/Paris' });
const moment = (at: string) => `${moments.format(new Date(at))} (Paris time)`;

export const englishFrame: Frame = {
  greeting: 'Hello,',
  linkFallback: 'If the button does not work, copy this address into your browser:',
  automatic: (company) => `This message was sent automatically by the customer portal of ${company}.`,
};

export const english: WordsOf = {
  'verify-email': ({ link }, company) => ({
    subject: `Confirm your email address – ${company}`,
    preview: 'Confirm it on our site, and your account is ready.',
    title: 'Confirm your email address',
    paragraphs: [
      `You created an account on the customer portal of ${company}. Confirm that this address is yours to be able to sign in.`,
    ],
    button: { label: 'Confirm my address', link },
    after: ['If you did not create an account, ignore this message: without a confirmation, nobody can use it.'],
  }),
  'reset-password': ({ link }, company) => ({
    subject: `Choose a new password – ${company}`,
    preview: 'The link works once.',
    title: 'Choose a new password',
    paragraphs: ['A new password was requested for your account on the customer portal.'],
    button: { label: 'Choose a new password', link },
    after: [
      'The link works once, and only for a short time.',
      'If you did not ask for it, ignore this message: your password stays as it is.',
    ],
  }),
  'account-exists': ({ signInLink, resetLink }, company) => ({
    subject: `You already have an account – ${company}`,
    preview: 'Somebody tried to sign up with your address.',
    title: 'You already have an account',
    paragraphs: [
      'Somebody, perhaps you, tried to create an account on the customer portal with this address. It has one already: just sign in.',
    ],
    button: { label: 'Sign in', link: signInLink },
    after: [
      `Forgotten your password? Choose a new one here: ${resetLink}`,
      'If it was not you, there is nothing to do: your account was not touched.',
    ],
  }),
  'password-changed': ({ resetLink }, company) => ({
    subject: `Your password was changed – ${company}`,
    preview: 'If it was you, there is nothing to do.',
    title: 'Your password was changed',
    paragraphs: [
      'The password of your account on the customer portal was just changed, and every other session was signed out.',
      'If it was you, there is nothing to do. If it was not, choose a new password at once, then write to us.',
    ],
    button: { label: 'Choose a new password', link: resetLink },
    after: [],
  }),
  'new-device': ({ link, at, browser, system }, company) => ({
    subject: `New sign-in to your account – ${company}`,
    preview: 'If it was you, there is nothing to do.',
    title: 'New sign-in to your account',
    paragraphs: [
      `Your account on the customer portal was signed in to from a browser that we did not know: ${
        browser === '' ? 'an unknown browser' : browser
      } on ${system === '' ? 'an unknown system' : system}, on ${moment(at)}.`,
      'If it was you, there is nothing to do. If it was not, sign out that session, change your password at once, then write to us.',
    ],
    button: { label: 'Check my account', link },
    after: [],
  }),
  'code-failures': ({ resetLink }, company) => ({
    subject: `Wrong codes were entered for your account – ${company}`,
    preview: 'If it was not you, somebody knows your password.',
    title: 'Wrong codes were entered for your account',
    paragraphs: [
      'Your password was entered on the customer portal, followed by ten wrong codes. Nobody was let in, and further codes from that browser have to wait.',
      'If it was you, there is nothing to do. If it was not, somebody knows your password: choose a new one at once, then write to us.',
    ],
    button: { label: 'Choose a new password', link: resetLink },
    after: [],
  }),
  'confirm-email': ({ link }, company) => ({
    subject: `Confirm your new email address – ${company}`,
    preview: 'The link works once, for one hour.',
    title: 'Confirm your new email address',
    paragraphs: [
      'This address was given as the new one of an account on the customer portal. Confirm that it is yours; from then on you sign in with it.',
    ],
    button: { label: 'Confirm my new address', link },
    after: [
      'The link works once, for one hour.',
      'If you did not ask for it, ignore this message: nothing changes without your confirmation.',
    ],
  }),
  'email-changed': ({ link }, company) => ({
    subject: `Your email address was changed – ${company}`,
    preview: 'If it was you, there is nothing to do.',
    title: 'Your email address was changed',
    paragraphs: [
      'Your account on the customer portal now has another email address, and this one no longer opens it.',
      'If it was you, there is nothing to do. If it was not, write to us at once.',
    ],
    button: { label: 'Check my account', link },
    after: [],
  }),
  'factors-removed': ({ link, resetLink }, company) => ({
    subject: `Your second factors were removed – ${company}`,
    preview: 'If you asked us to, set up new ones now.',
    title: 'Your second factors were removed',
    paragraphs: [
      'We were asked to help with your account on the customer portal. We removed its codes and passkeys and signed it out everywhere: for now the password alone opens it.',
      'If you asked us to, sign in and set up a new authenticator app or passkey.',
    ],
    button: { label: 'Protect my account', link },
    after: [`If you did not ask us to, write to us at once and choose a new password: ${resetLink}`],
  }),
  invitation: ({ link, customer }, company) => ({
    subject: `Your access to the customer portal – ${company}`,
    preview: `Invoices, contracts, licenses and support of ${customer}.`,
    title: 'Welcome to the customer portal',
    paragraphs: [
      `${company} has opened an account for you. You will find the invoices, contracts, payments and licenses of ${customer} there, and can open support tickets.`,
      'All that is left is to choose a password.',
    ],
    button: { label: 'Choose my password', link },
    after: ['The link works once. If it has expired, use “Forgot password?” on the sign-in page.'],
  }),
  'access-granted': ({ link, customer }, company) => ({
    subject: `Your access to the customer portal – ${company}`,
    preview: `Your account now shows the records of ${customer}.`,
    title: 'Your access is ready',
    paragraphs: [
      `Your account on the customer portal of ${company} now shows the invoices, contracts, payments and licenses of ${customer}.`,
    ],
    button: { label: 'Open the portal', link },
    after: [
      'Sign in with the password you have.',
      'If you have no account with us, write to us at once: somebody has signed up with your address.',
    ],
  }),
};
