import { loadState } from './phrases.ts';

/** Around the screens, and in place of them. The quoted texts are from product §2. */
export const shell = {
  title: 'Customer Portal',
  tagline: 'Access your invoices, contracts, licenses, and support tickets',
  noScript: (phone: string, email: string) =>
    `The customer portal needs JavaScript. Without it, call us or write to us: ${phone}, ${email}.`,
  toasts: { region: 'Notifications', close: 'Close' },
  home: (company: string) => `${company}, home`,
  skip: 'Skip to content',
  language: { label: 'Language', failed: 'The language could not be changed' },
  nav: 'Portal',
  tabList: 'Your records',
  tabs: {
    overview: 'Overview',
    invoices: 'Invoices',
    contracts: 'Contracts',
    payments: 'Payments',
    licenses: 'Licenses',
    support: 'Support',
  },
  /** The phone's menu: companies, people and account. */
  menu: 'Menu',
  account: 'Account',
  security: 'Security',
  people: 'People',
  appointments: 'Appointments',
  welcome: <Email>(email: Email) => ['Welcome, ', email],
  signOut: 'Sign Out',
  signOutFailed: 'Sign Out Failed',
  session: loadState('your session'),
  ticket: loadState('ticket'),
  record: loadState('record'),
  ticketFailed: { title: loadState('this ticket').failed, description: 'Please check your connection and try again.' },
  switcher: {
    company: 'Company: ',
    companies: 'Your companies',
    switching: 'Switching the company...',
    switched: 'Company switched',
    shown: (name: string) => `You are looking at ${name}.`,
    notSwitched: 'Company not switched',
    notYours: 'This link is for a company that you do not belong to.',
  },
};

export type ShellCopy = typeof shell;

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
  | 'slot_taken'
  | 'appointment_over'
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

export const roles = {
  owner: { label: 'Owner', description: 'Sees everything, and decides who has access.' },
  billing: {
    label: 'Billing',
    description: 'Sees invoices, payments, contracts and the balance, and can ask us about them.',
  },
  technical: { label: 'Technical', description: 'Sees licenses and every support ticket, and opens tickets.' },
  requester: { label: 'Requester', description: 'Opens support tickets, and sees only their own.' },
};

export type RolesCopy = typeof roles;
