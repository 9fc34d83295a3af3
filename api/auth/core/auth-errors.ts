import { UserError } from '#api/lib/errors.ts';
import { validationMessages } from '#contract/errors.ts';

/** Rejected as input of this code would be. */
const asInput = (code: keyof typeof validationMessages) => new UserError(code, validationMessages[code]);

export const invalidLink = asInput('invalid_token');
export const wrongPassword = new UserError('invalid_password', 'Your current password is not right.');
export const wrongCode = new UserError('invalid_code', 'This code is not right. Please try the newest one.');
export const signInExpired = new UserError('sign_in_expired', 'This sign-in took too long. Please start again.');
export const passkeyRejected = new UserError('passkey_rejected', 'This passkey was not accepted. Please try again.');
export const confirmationNeeded = new UserError(
  'confirmation_required',
  'Please confirm that it is you before changing this.',
);
export const passkeyNeeded = new UserError(
  'passkey_required',
  'Your password alone is not enough, as your account has a passkey. Please confirm with the passkey.',
);
export const passwordOff = new UserError('password_disabled', 'Your account has no password. Please choose one first.');
export const codeNeeded = new UserError(
  'code_required',
  'Please also enter a code from your authenticator, or a recovery code.',
);
export const wrongSignUpPassword = new UserError(
  'invalid_password',
  'This is not the password of the sign-up. Please try again, or sign up once more.',
);
export const totpExists = new UserError('factor_exists', 'Codes from an authenticator are on already.');
export const totpMissing = new UserError('factor_missing', 'Codes from an authenticator are not on.');
export const invalidCredentials = new UserError('invalid_credentials', 'Invalid email or password');

// By better-auth's error codes.
const byCode: Partial<Record<string, UserError>> = {
  INVALID_EMAIL_OR_PASSWORD: invalidCredentials,
  // Same response as a wrong password: otherwise a sign-up followed by a sign-in would show whether an email address has
  // an account.
  EMAIL_NOT_VERIFIED: invalidCredentials,
  INVALID_EMAIL: asInput('invalid_email'),
  INVALID_PASSWORD: wrongPassword,
  // An invited user who has not chosen a password yet.
  CREDENTIAL_ACCOUNT_NOT_FOUND: wrongPassword,
  PASSWORD_TOO_SHORT: asInput('password_too_short'),
  PASSWORD_TOO_LONG: asInput('password_too_long'),
  INVALID_TOKEN: invalidLink,
  TOKEN_EXPIRED: invalidLink,
  USER_NOT_FOUND: invalidLink,
  INVALID_CODE: wrongCode,
  INVALID_BACKUP_CODE: wrongCode,
  INVALID_TWO_FACTOR_COOKIE: signInExpired,
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: signInExpired,
  ACCOUNT_TEMPORARILY_LOCKED: new UserError('too_many_requests', 'Too many attempts. Please try again later.'),
  TOTP_NOT_ENABLED: totpMissing,
  BACKUP_CODES_NOT_ENABLED: wrongCode,
  CHALLENGE_NOT_FOUND: passkeyRejected,
  PASSKEY_NOT_FOUND: passkeyRejected,
  AUTHENTICATION_FAILED: passkeyRejected,
  FAILED_TO_VERIFY_REGISTRATION: passkeyRejected,
  YOU_ARE_NOT_ALLOWED_TO_REGISTER_THIS_PASSKEY: passkeyRejected,
  UNAUTHORIZED: new UserError('unauthorized', 'Please sign in.'),
};

export const toUserError = (code: string | undefined): UserError =>
  byCode[code ?? ''] ?? new UserError('bad_request', 'The request cannot be understood.');
