import { loadState } from './phrases.ts';

/**
 * A text for every error that a user of the portal can meet: the codes of contract/errors.ts without those of the desk, and those of the
 * browser. English has none: the API's messages are in English.
 */
export type ErrorTexts = Record<
  | 'offline'
  | 'unavailable'
  | 'server_busy'
  | 'internal_error'
  | 'bad_request'
  | 'method_not_allowed'
  | 'unsupported_media_type'
  | 'forbidden_origin'
  | 'too_many_requests'
  | 'unauthorized'
  | 'forbidden'
  | 'read_only'
  | 'not_found'
  | 'not_linked'
  | 'customer_changed'
  | 'changed_meanwhile'
  | 'idempotency_key_reused'
  | 'invalid_cursor'
  | 'invalid_request'
  | 'invalid_email'
  | 'invalid_name'
  | 'invalid_characters'
  | 'rating_closed'
  | 'period_too_long'
  | 'payload_too_large'
  | 'file_empty'
  | 'file_type_not_allowed'
  | 'file_type_mismatch'
  | 'file_pending'
  | 'file_infected'
  | 'file_missing'
  | 'storage_full'
  | 'quota_exceeded'
  | 'unknown_colleague'
  | 'last_owner'
  | 'already_member'
  | 'too_many_people'
  | 'invalid_credentials'
  | 'invalid_password'
  | 'password_too_short'
  | 'password_too_long'
  | 'password_too_common'
  | 'password_is_email'
  | 'password_contains_company_name'
  | 'password_disabled'
  | 'invalid_token'
  | 'account_exists'
  | 'email_reserved'
  | 'invalid_code'
  | 'code_required'
  | 'sign_in_expired'
  | 'confirmation_required'
  | 'passkey_required'
  | 'passkey_rejected'
  | 'passkey_exists'
  | 'too_many_passkeys'
  | 'two_passkeys_required'
  | 'last_factor'
  | 'factor_exists'
  | 'factor_missing'
  | 'enrolment_code_required'
  | 'invalid_enrolment_code'
  | 'same_email',
  string
>;

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
    byCode: undefined as ErrorTexts | undefined,
    /** After too many requests. */
    retryIn: undefined as ((wait: string) => string) | undefined,
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
