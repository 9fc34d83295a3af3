import {
  type AccountNews,
  type Layout,
  type TemplateContent,
  type MailData,
  rolesIn,
  type StaffFactorChange,
  type Templates,
} from '#api/mail/mail.ts';
import { type CustomerRole, canDo } from '#contract/roles.ts';
import { alertEnglish } from './alert-english.ts';
import { moneyEnglish } from './money-english.ts';

// Always the office's time zone.
const moments = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'Europe/Paris' });
const moment = (at: string) => `${moments.format(new Date(at))} (Nice time)`;

export const englishLayout: Layout = {
  greeting: 'Hello,',
  linkFallback: 'If the button does not work, copy this address into your browser:',
  automatic: (company) => `This message was sent automatically by the customer portal of ${company}.`,
};

/** Notifies the owner of a change to how the account is opened. */
const news =
  ({ title, text }: { title: string; text: string }) =>
  ({ link, resetLink }: MailData[AccountNews]): TemplateContent => ({
    preview: 'If it was you, there is nothing to do.',
    title,
    paragraphs: [
      text,
      'If it was you, there is nothing to do. If it was not, choose a new password at once, then write to us.',
    ],
    button: { label: 'Check my account', link },
    after: [`Choose a new password: ${resetLink}`],
  });

const codesLeft = (left: number) => {
  if (left === 0) return 'None is left: make new ones.';
  return left === 1 ? 'One is left.' : `${left} are left.`;
};

function passkeysLeft(left: number): string[] {
  if (left === 0) return [];
  const [subject, pronoun] = left === 1 ? ['One passkey still opens', 'it'] : [`${left} passkeys still open`, 'them'];
  return [
    `${subject} your account without the password. Remove ${pronoun} under “Security” in the portal if you do not know ${pronoun}.`,
  ];
}

function whatIsSeen(roles: CustomerRole[], customer: string): string {
  const seen = [
    canDo(roles, 'billing') ? 'the invoices, payments and contracts' : '',
    canDo(roles, 'technical') ? 'the licenses and support tickets' : '',
  ].filter((part) => part !== '');
  if (seen.length === 0) return `You can open support tickets for ${customer} there and follow them.`;
  return `You will find ${seen.join(' as well as ')} of ${customer} there.`;
}

/** For the admins. */
const staffChanges: Record<StaffFactorChange, string> = {
  'totp-added': 'codes from an authenticator app were turned on.',
  'totp-removed': 'codes from an authenticator app were turned off.',
  'passkey-added': 'a passkey was added.',
  'passkey-removed': 'a passkey was removed.',
  'recovery-codes-renewed': 'the recovery codes were replaced.',
  'factors-reset': 'an operator removed all second factors and issued a new enrolment code.',
  'password-disabled': 'the password was turned off; only passkeys sign in.',
  'password-enabled': 'a password was chosen again.',
};

export const english: Templates = {
  ...moneyEnglish,
  ...alertEnglish,
  'verify-email': ({ link }, company) => ({
    preview: 'Confirm it on our site, and your account is ready.',
    title: 'Confirm your email address',
    paragraphs: [
      `You created an account on the customer portal of ${company}. Confirm that this address is yours to be able to sign in.`,
    ],
    button: { label: 'Confirm my address', link },
    after: ['If you did not create an account, ignore this message: without a confirmation, nobody can use it.'],
  }),
  'reset-password': ({ link }) => ({
    preview: 'The link works once.',
    title: 'Choose a new password',
    paragraphs: ['A new password was requested for your account on the customer portal.'],
    button: { label: 'Choose a new password', link },
    after: [
      'The link works once, and only for a short time.',
      'If you did not ask for it, ignore this message: your password stays as it is.',
    ],
  }),
  'account-exists': ({ signInLink, resetLink }) => ({
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
  'email-reserved': ({ link }, company) => ({
    subject: `This address cannot be used for a new account yet – ${company}`,
    preview: 'An account had it until a few days ago.',
    title: 'This address cannot be used yet',
    paragraphs: [
      'Somebody, perhaps you, signed up on the customer portal with this address. An account had it until a few days ago, and can take it back for seven days after the change. No new account was made.',
      'If you did not change the address of that account, open the link in our mail about the change. Otherwise please sign up again in a few days, or write to us.',
    ],
    button: { label: 'Write to us', link },
  }),
  'password-changed': ({ resetLink }) => ({
    preview: 'If it was you, there is nothing to do.',
    title: 'Your password was changed',
    paragraphs: [
      'The password of your account on the customer portal was just changed, and every other session was signed out.',
      'If it was you, there is nothing to do. If it was not, choose a new password at once, then write to us.',
    ],
    button: { label: 'Choose a new password', link: resetLink },
  }),
  'password-reset': ({ resetLink, passkeys }) => ({
    preview: 'If it was you, there is nothing to do.',
    title: 'Your password was reset',
    paragraphs: [
      'A new password was chosen for your account on the customer portal, with a link that we had sent to this address. Every session was signed out, and every other link of ours is void.',
      ...passkeysLeft(Number(passkeys)),
      'If it was you, there is nothing to do. If it was not, somebody else reads your mail: secure your mailbox, choose a new password, then write to us.',
    ],
    button: { label: 'Choose a new password', link: resetLink },
  }),
  'totp-added': news({
    title: 'Codes from an app are now required',
    text: 'Codes from an authenticator app were just turned on for your account on the customer portal. From now on it asks for one after the password.',
  }),
  'totp-removed': news({
    title: 'Codes from an app were turned off',
    text: 'Codes from an authenticator app were just turned off for your account on the customer portal, and its recovery codes are void. The password alone opens it, or a passkey if you have one.',
  }),
  'passkey-added': news({
    title: 'A passkey was added to your account',
    text: 'A passkey was just added to your account on the customer portal. It opens the account without the password.',
  }),
  'passkey-removed': news({
    title: 'A passkey was removed from your account',
    text: 'A passkey was just removed from your account on the customer portal. It no longer opens it.',
  }),
  'recovery-codes-renewed': news({
    title: 'Your recovery codes were replaced',
    text: 'New recovery codes were just made for your account on the customer portal. Those that you had before are void.',
  }),
  'password-disabled': news({
    title: 'Your password was turned off',
    text: 'Your account on the customer portal no longer has a password. Only your passkeys sign you in. Keep at least two of them, and never all on one device.',
  }),
  'password-enabled': news({
    title: 'Your account has a password again',
    text: 'A password was just chosen for your account on the customer portal. It signs in again, beside your passkeys.',
  }),
  'password-off': ({ link, contactLink }) => ({
    preview: 'Sign in with a passkey instead.',
    title: 'Your account has no password',
    paragraphs: [
      'Somebody asked for a new password for your account on the customer portal. You turned the password off, so there is nothing to reset: sign in with one of your passkeys.',
      'If it was not you, you need not do anything.',
    ],
    button: { label: 'Sign in with a passkey', link },
    after: [`If you have lost all your passkeys, we help once we have checked who you are. Contact us: ${contactLink}`],
  }),
  'staff-factors-changed': ({ name, email, change, link }, company) => ({
    subject: `${name}: second factors changed – ${company}`,
    preview: staffChanges[change],
    title: 'The second factors of a staff member changed',
    paragraphs: [
      `${name} (${email}): ${staffChanges[change]}`,
      'Ask them in person or by phone whether they did it. If they did not, suspend them at once with staff suspend.',
    ],
    button: { label: 'Open the audit log', link },
  }),
  'recovery-code-used': (data) =>
    news({
      title: 'A recovery code was used',
      text: `A recovery code of your account on the customer portal was just used in place of a code from your authenticator app. ${codesLeft(Number(data.left))}`,
    })(data),
  'new-device': ({ link, at, browser, system }) => ({
    preview: 'If it was you, there is nothing to do.',
    title: 'New sign-in to your account',
    paragraphs: [
      'Your account on the customer portal was signed in to from a browser that we did not know.',
      'If it was you, there is nothing to do. If it was not, sign out that session, change your password at once, then write to us.',
    ],
    rows: [
      { label: 'Browser', value: browser === '' ? 'Unknown' : browser },
      { label: 'System', value: system === '' ? 'Unknown' : system },
      { label: 'Time', value: moment(at) },
    ],
    button: { label: 'Check my account', link },
  }),
  'code-failures': ({ resetLink }) => ({
    preview: 'If it was not you, somebody knows your password.',
    title: 'Wrong codes were entered for your account',
    paragraphs: [
      'Your password was entered on the customer portal, followed by ten wrong codes. Further codes have to wait.',
      'If it was you, there is nothing to do. If it was not, somebody knows your password: choose a new one at once, then write to us.',
    ],
    button: { label: 'Choose a new password', link: resetLink },
  }),
  'confirm-email': ({ link }) => ({
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
  'email-change-requested': ({ link }) => ({
    preview: 'If it was you, there is nothing to do.',
    title: 'A change of your email address was requested',
    paragraphs: [
      'Somebody who is signed in to your account on the customer portal asked to change its email address. The change is made once the new address is confirmed.',
      'If it was you, there is nothing to do here. If it was not, cancel the change: everybody is signed out, and your account stays locked until you choose a new password by mail.',
    ],
    button: { label: 'Cancel and lock my account', link, variant: 'danger-outline' },
    after: ['The link works once, for seven days, even if the change has been made meanwhile.'],
  }),
  'email-changed': ({ link }) => ({
    preview: 'If it was not you, you can undo it for seven days.',
    title: 'Your email address was changed',
    paragraphs: [
      'Your account on the customer portal now has another email address, and this one no longer opens it.',
      'If it was you, there is nothing to do. If it was not, undo the change: your account gets this address back, everybody is signed out, and you choose a new password.',
    ],
    button: { label: 'Undo the change', link, variant: 'danger-outline' },
    after: ['The link works once, for seven days. After that, write to us.'],
  }),
  'email-change-undone': ({ link }) => ({
    preview: 'Your account has an earlier email address again.',
    title: 'A change of email address was undone',
    paragraphs: [
      'An account on the customer portal that had this email address has the one from before again. This address no longer opens it.',
      'If you asked for it, there is nothing to do. If you did not, write to us.',
    ],
    button: { label: 'Write to us', link },
  }),
  'factors-removed': ({ link, resetLink }) => ({
    preview: 'If you asked us to, set up new ones now.',
    title: 'Your second factors were removed',
    paragraphs: [
      'We were asked to help with your account on the customer portal. We removed its codes and passkeys and signed it out everywhere: for now the password alone opens it.',
      'If you asked us to, sign in and set up a new authenticator app or passkey.',
    ],
    button: { label: 'Protect my account', link },
    after: [`If you did not ask us to, write to us at once. Choose a new password: ${resetLink}`],
  }),
  'account-locked': ({ resetLink }) => ({
    preview: 'Choose a new password to use it again.',
    title: 'We locked your account',
    paragraphs: [
      'Somebody else may have had access to your account on the customer portal. We signed it out everywhere and locked it: neither the password nor a passkey opens it.',
      'To use it again, choose a new password. Then look at your passkeys under "Security", and remove those that you do not know.',
    ],
    button: { label: 'Choose a new password', link: resetLink },
    after: ['If you did not expect this, write to us.'],
  }),
  invitation: ({ link, customer, roles, days, inviter }, company) => ({
    subject: `Your access to the customer portal – ${company}`,
    preview: `${inviter || company} invites you to the customer portal for ${customer}.`,
    title: 'Welcome to the customer portal',
    paragraphs: [
      `${inviter ? `${inviter} invites you to the customer portal of ${company}.` : `${company} invites you to its customer portal.`} ${whatIsSeen(rolesIn(roles), customer)}`,
      'All that is left is to accept, with the account you have or by choosing a password.',
    ],
    button: { label: 'Accept the invitation', link },
    after: [
      `The link works once, for ${days} days. If it has expired, ask ${inviter || company} for a new one.`,
      'If you did not expect this invitation, ignore this message: nothing happens without your consent.',
    ],
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
