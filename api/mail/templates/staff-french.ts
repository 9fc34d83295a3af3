import type { StaffFactorChange, Templates } from '#api/mail/mail.ts';

const staffChanges: Record<StaffFactorChange, string> = {
  'totp-added': 'les codes d’une application d’authentification ont été activés.',
  'totp-removed': 'les codes d’une application d’authentification ont été désactivés.',
  'passkey-added': 'une clé d’accès a été ajoutée.',
  'passkey-removed': 'une clé d’accès a été retirée.',
  'recovery-codes-renewed': 'les codes de secours ont été remplacés.',
  'factors-reset': 'un opérateur a retiré tous les seconds facteurs et émis un nouveau code d’enrôlement.',
  'password-disabled': 'le mot de passe a été désactivé ; seules les clés d’accès permettent de se connecter.',
  'password-enabled': 'un mot de passe a de nouveau été choisi.',
};

/** Mails about staff, for the admins. */
export const staffFrench: Pick<Templates, 'staff-factors-changed'> = {
  'staff-factors-changed': ({ name, email, change, link }, company) => ({
    subject: `${name} : seconds facteurs modifiés – ${company}`,
    preview: staffChanges[change],
    title: 'Les seconds facteurs d’un membre du personnel ont changé',
    paragraphs: [
      `${name} (${email}) : ${staffChanges[change]}`,
      'Demandez-lui, de vive voix ou par téléphone, si c’était bien lui ou elle. Sinon, suspendez son accès aussitôt avec staff suspend.',
    ],
    button: { label: 'Ouvrir le journal d’audit', link },
    after: [],
  }),
};
