import { loadState } from './phrases.ts';

/** What every screen of the portal needs. */
export const common = {
  tryAgain: 'Try again',
  cancel: 'Cancel',
  close: 'Close',
  copied: 'Copied',
  // product §2
  notAvailable: 'N/A',
  error: 'Error',
  errors: {
    /** The API's errors are in English: other languages have a text for every code. */
    byCode: {} as Partial<Record<string, string>>,
    unknown: 'Something went wrong. Please try again.',
    notLoaded: 'It could not be loaded. Please check your connection and try again.',
  },
  credentials: {
    showPassword: 'Show password',
    capsLock: 'Caps Lock is on.',
    password: 'Password',
    recoveryCode: 'Recovery code',
    insteadRecoveryCode: 'Use a recovery code',
    insteadAppCode: 'Use a code from the app',
    passwordHint: (minLength: number) => `At least ${minLength} characters.`,
  },
  confirmation: {
    title: 'Confirm that it is you',
    factors: loadState('how you can confirm'),
    usePasskey: 'Use a passkey',
    passkeyNeeded:
      'Your account has a passkey, so your password alone is not enough. If you have lost the passkey, contact us.',
    passkeyUnusable: 'Your account has a passkey, which this browser cannot use here. Please use another one.',
    code: 'Code from the app',
    submit: 'Confirm',
    busy: 'Checking...',
  },
};

export type CommonCopy = typeof common;
export type LoadCopy = ReturnType<typeof loadState>;
