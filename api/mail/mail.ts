export const locales = ['en', 'fr'] as const;
export type Locale = (typeof locales)[number];

/** `link` leads to the account's security, `resetLink` to a new password. */
interface NewsData {
  link: string;
  resetLink: string;
}

/** What each mail tells, and what it needs to tell it. Links are whole addresses, with the secret they carry. */
export interface MailData {
  'verify-email': { link: string };
  'reset-password': { link: string };
  /** Somebody signed up with an address that has an account: told to its owner only, never to who asked. */
  'account-exists': { signInLink: string; resetLink: string };
  /** Somebody signed up with an address that an account had until a few days ago, and may get back. */
  'address-reserved': { link: string };
  /** What was done to an account is told after the fact, so that an owner who did not do it can act. */
  'password-changed': NewsData;
  /** `passkeys` is how many still open the account, as digits. */
  'password-reset': NewsData & { passkeys: string };
  'totp-added': NewsData;
  'totp-removed': NewsData;
  'passkey-added': NewsData;
  'passkey-removed': NewsData;
  'recovery-codes-renewed': NewsData;
  /** `left` is how many recovery codes there still are, as digits. */
  'recovery-code-used': NewsData & { left: string };
  /** A sign-in from a browser that this account was not used from before. What it is called may be empty. */
  'new-device': { link: string; at: string; browser: string; system: string };
  /** Somebody entered the right password, then too many wrong codes. */
  'code-failures': { resetLink: string };
  /** To the address that an account is to have. */
  'confirm-email': { link: string };
  /** To the address that it has; the link cancels the change and locks the account. */
  'email-change-requested': { link: string };
  /** To the address that it had; the link gives it back and locks the account. */
  'email-changed': { link: string };
  /** To the address that loses the account to one it had before; `link` leads to the contact page. */
  'email-change-undone': { link: string };
  /** The operator took codes and passkeys off for somebody who said that they had lost them. */
  'factors-removed': { link: string; resetLink: string };
  /** `customer` is the company whose records the reader will see. */
  invitation: { link: string; resetLink: string; customer: string; days: string };
  /** The reader has an account already, which now shows the records of `customer`. */
  'access-granted': { link: string; customer: string };
}

export type Template = keyof MailData;

/** The mails that tell the owner of an account what was done to it. */
export type AccountNews =
  | 'password-changed'
  | 'password-reset'
  | 'totp-added'
  | 'totp-removed'
  | 'passkey-added'
  | 'passkey-removed'
  | 'recovery-codes-renewed'
  | 'recovery-code-used';

export type Mail = {
  [Name in Template]: {
    template: Name;
    recipient: string;
    /** The reader's language where it is known; the portal speaks English. */
    locale?: Locale | undefined;
    data: MailData[Name];
  };
}[Template];
