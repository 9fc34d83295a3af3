import type { ErrorCode } from '#contract/errors.ts';
import { linkInvalid, passwordTooLong, passwordTooShort } from '#contract/auth.ts';

/** An error whose message is shown to the user. */
export class AccountError extends Error {
  override name = 'AccountError';
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

export const invalidLink = new AccountError('invalid_token', linkInvalid);
export const wrongPassword = new AccountError('invalid_password', 'Your current password is not right.');
export const wrongCode = new AccountError('invalid_code', 'This code is not right. Please try the newest one.');
export const signInExpired = new AccountError('sign_in_expired', 'This sign-in took too long. Please start again.');
export const passkeyRejected = new AccountError('passkey_rejected', 'This passkey was not accepted. Please try again.');
export const confirmationNeeded = new AccountError(
  'confirmation_required',
  'Please confirm that it is you before changing this.',
);
export const codeNeeded = new AccountError(
  'code_required',
  'Please also enter a code from your authenticator, or a recovery code.',
);
export const wrongSignUpPassword = new AccountError(
  'invalid_password',
  'This is not the password of the sign-up. Please try again, or sign up once more.',
);
export const invalidCredentials = new AccountError('invalid_credentials', 'Invalid email or password');

// By better-auth's error codes.
const byCode: Partial<Record<string, AccountError>> = {
  INVALID_EMAIL_OR_PASSWORD: invalidCredentials,
  // Same response as a wrong password: otherwise a sign-up followed by a sign-in would show whether an email address has
  // an account.
  EMAIL_NOT_VERIFIED: invalidCredentials,
  INVALID_EMAIL: new AccountError('invalid_request', 'Please enter a valid email address.'),
  INVALID_PASSWORD: wrongPassword,
  // An invited user who has not chosen a password yet.
  CREDENTIAL_ACCOUNT_NOT_FOUND: wrongPassword,
  PASSWORD_TOO_SHORT: new AccountError('password_too_short', passwordTooShort),
  PASSWORD_TOO_LONG: new AccountError('password_too_long', passwordTooLong),
  INVALID_TOKEN: invalidLink,
  TOKEN_EXPIRED: invalidLink,
  USER_NOT_FOUND: invalidLink,
  INVALID_CODE: wrongCode,
  INVALID_BACKUP_CODE: wrongCode,
  INVALID_TWO_FACTOR_COOKIE: signInExpired,
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: signInExpired,
  ACCOUNT_TEMPORARILY_LOCKED: new AccountError('too_many_requests', 'Too many attempts. Please try again later.'),
  TOTP_ALREADY_ENABLED: new AccountError('factor_exists', 'Codes from an authenticator are on already.'),
  TOTP_NOT_ENABLED: new AccountError('factor_missing', 'Codes from an authenticator are not on.'),
  TWO_FACTOR_NOT_ENABLED: new AccountError('factor_missing', 'Codes from an authenticator are not on.'),
  BACKUP_CODES_NOT_ENABLED: wrongCode,
  CHALLENGE_NOT_FOUND: passkeyRejected,
  PASSKEY_NOT_FOUND: passkeyRejected,
  AUTHENTICATION_FAILED: passkeyRejected,
  FAILED_TO_VERIFY_REGISTRATION: passkeyRejected,
  YOU_ARE_NOT_ALLOWED_TO_REGISTER_THIS_PASSKEY: passkeyRejected,
  UNAUTHORIZED: new AccountError('unauthorized', 'Please sign in.'),
};

export const asAccountError = (code: string | undefined): AccountError =>
  byCode[code ?? ''] ?? new AccountError('bad_request', 'The request cannot be understood.');
