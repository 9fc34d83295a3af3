import type { StaffFactorChange, Templates } from '#api/mail/mail.ts';

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

/** Mails about staff, for the admins. */
export const staffEnglish: Pick<Templates, 'staff-factors-changed'> = {
  'staff-factors-changed': ({ name, email, change, link }, company) => ({
    subject: `${name}: second factors changed – ${company}`,
    preview: staffChanges[change],
    title: 'The second factors of a staff member changed',
    paragraphs: [
      `${name} (${email}): ${staffChanges[change]}`,
      'Ask them in person or by phone whether they did it. If they did not, suspend them at once with staff suspend.',
    ],
    button: { label: 'Open the audit log', link },
    after: [],
  }),
};
