import {
  type AccountNews,
  type Layout,
  type TemplateContent,
  type MailData,
  type StaffFactorChange,
  type Templates,
  rolesIn,
} from '#api/mail/mail.ts';
import { type CustomerRole, canDo } from '#contract/roles.ts';
import { alertFrench } from './alert-french.ts';
import { moment } from './french-dates.ts';
import { moneyFrench } from './money-french.ts';

export const frenchLayout: Layout = {
  greeting: 'Bonjour,',
  linkFallback: 'Si le bouton ne fonctionne pas, copiez cette adresse dans votre navigateur :',
  automatic: (company) => `Ce message a été envoyé automatiquement par l’espace client de ${company}.`,
};

/** Notifies the owner of a change to how the account is opened. */
const news =
  ({ title, text }: { title: string; text: string }) =>
  ({ link, resetLink }: MailData[AccountNews]): TemplateContent => ({
    preview: 'Si c’était vous, il n’y a rien à faire.',
    title,
    paragraphs: [
      text,
      'Si c’était vous, il n’y a rien à faire. Sinon, choisissez aussitôt un nouveau mot de passe, puis écrivez-nous.',
    ],
    button: { label: 'Vérifier mon compte', link },
    after: [`Choisir un nouveau mot de passe : ${resetLink}`],
  });

const codesLeft = (left: number) => {
  if (left === 0) return 'Il n’en reste aucun : créez-en de nouveaux.';
  return left === 1 ? 'Il en reste un.' : `Il en reste ${left}.`;
};

function passkeysLeft(left: number): string[] {
  if (left === 0) return [];
  const [keys, them] = left === 1 ? ['Une clé d’accès permet', 'la'] : [`${left} clés d’accès permettent`, 'les'];
  return [
    `${keys} toujours de s’y connecter sans le mot de passe. Si vous ne ${them} reconnaissez pas, retirez-${them} dans l’espace client, sur la page « Sécurité ».`,
  ];
}

function whatIsSeen(roles: CustomerRole[], customer: string): string {
  const seen = [
    canDo(roles, 'billing') ? 'les factures, paiements et contrats' : '',
    canDo(roles, 'technical') ? 'les licences et tickets de support' : '',
  ].filter((part) => part !== '');
  if (seen.length === 0) return `Vous pourrez y ouvrir et suivre vos tickets de support pour ${customer}.`;
  return `Vous y trouverez ${seen.join(' ainsi que ')} de la société ${customer}.`;
}

/** For the admins. */
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

export const french: Templates = {
  ...moneyFrench,
  ...alertFrench,
  'verify-email': ({ link }, company) => ({
    preview: 'Confirmez-la sur notre site, et votre compte est prêt.',
    title: 'Confirmez votre adresse e-mail',
    paragraphs: [
      `Vous avez créé un compte dans l’espace client de ${company}. Confirmez que cette adresse est bien la vôtre pour pouvoir vous connecter.`,
    ],
    button: { label: 'Confirmer mon adresse', link },
    after: [
      'Si vous n’avez pas créé de compte, ne tenez pas compte de ce message : sans confirmation, personne ne peut s’en servir.',
    ],
  }),
  'reset-password': ({ link }) => ({
    preview: 'Le lien ne fonctionne qu’une fois.',
    title: 'Choisissez un nouveau mot de passe',
    paragraphs: ['Un nouveau mot de passe a été demandé pour votre compte dans l’espace client.'],
    button: { label: 'Choisir un nouveau mot de passe', link },
    after: [
      'Le lien ne fonctionne qu’une fois, et pendant peu de temps.',
      'Si vous n’êtes pas à l’origine de cette demande, ne tenez pas compte de ce message : votre mot de passe reste inchangé.',
    ],
  }),
  'account-exists': ({ signInLink, resetLink }) => ({
    preview: 'Quelqu’un a voulu créer un compte avec votre adresse.',
    title: 'Vous avez déjà un compte',
    paragraphs: [
      'Quelqu’un, vous peut-être, a voulu créer un compte dans l’espace client avec cette adresse. Elle en a déjà un : il suffit de vous connecter.',
    ],
    button: { label: 'Me connecter', link: signInLink },
    after: [
      `Mot de passe oublié ? Choisissez-en un nouveau ici : ${resetLink}`,
      'Si ce n’était pas vous, il n’y a rien à faire : votre compte n’a pas été modifié.',
    ],
  }),
  'email-reserved': ({ link }, company) => ({
    subject: `Cette adresse ne peut pas encore servir à un nouveau compte – ${company}`,
    preview: 'C’était celle d’un compte il y a quelques jours encore.',
    title: 'Cette adresse ne peut pas encore servir',
    paragraphs: [
      'Quelqu’un, vous peut-être, a voulu créer un compte dans l’espace client avec cette adresse. Un compte l’avait il y a quelques jours encore, et peut la reprendre pendant sept jours après le changement. Aucun compte n’a été créé.',
      'Si vous n’avez pas changé l’adresse de ce compte, ouvrez le lien de notre message sur ce changement. Sinon, inscrivez-vous dans quelques jours, ou écrivez-nous.',
    ],
    button: { label: 'Nous écrire', link },
  }),
  'password-changed': ({ resetLink }) => ({
    preview: 'Si c’était vous, il n’y a rien à faire.',
    title: 'Votre mot de passe a été modifié',
    paragraphs: [
      'Le mot de passe de votre compte dans l’espace client vient d’être modifié, et toutes les autres sessions ont été fermées.',
      'Si c’était vous, il n’y a rien à faire. Sinon, choisissez aussitôt un nouveau mot de passe, puis écrivez-nous.',
    ],
    button: { label: 'Choisir un nouveau mot de passe', link: resetLink },
  }),
  'password-reset': ({ resetLink, passkeys }) => ({
    preview: 'Si c’était vous, il n’y a rien à faire.',
    title: 'Votre mot de passe a été réinitialisé',
    paragraphs: [
      'Un nouveau mot de passe a été choisi pour votre compte dans l’espace client, avec un lien envoyé à cette adresse. Toutes les sessions ont été fermées, et nos autres liens ne sont plus valables.',
      ...passkeysLeft(Number(passkeys)),
      'Si c’était vous, il n’y a rien à faire. Sinon, quelqu’un d’autre lit vos messages : sécurisez votre messagerie, choisissez un nouveau mot de passe, puis écrivez-nous.',
    ],
    button: { label: 'Choisir un nouveau mot de passe', link: resetLink },
  }),
  'totp-added': news({
    title: 'Les codes d’une application sont activés',
    text: 'Les codes d’une application d’authentification viennent d’être activés pour votre compte dans l’espace client. Un code est désormais demandé après le mot de passe.',
  }),
  'totp-removed': news({
    title: 'Les codes d’une application sont désactivés',
    text: 'Les codes d’une application d’authentification viennent d’être désactivés pour votre compte dans l’espace client, et ses codes de secours ne sont plus valables. Le mot de passe suffit pour s’y connecter, ou une clé d’accès si vous en avez une.',
  }),
  'passkey-added': news({
    title: 'Une clé d’accès a été ajoutée à votre compte',
    text: 'Une clé d’accès vient d’être ajoutée à votre compte dans l’espace client. Elle permet de s’y connecter sans le mot de passe.',
  }),
  'passkey-removed': news({
    title: 'Une clé d’accès a été retirée de votre compte',
    text: 'Une clé d’accès vient d’être retirée de votre compte dans l’espace client. Elle ne permet plus de s’y connecter.',
  }),
  'recovery-codes-renewed': news({
    title: 'Vos codes de secours ont été remplacés',
    text: 'De nouveaux codes de secours viennent d’être créés pour votre compte dans l’espace client. Les précédents ne sont plus valables.',
  }),
  'password-disabled': news({
    title: 'Votre mot de passe a été désactivé',
    text: 'Votre compte dans l’espace client n’a plus de mot de passe. Seules vos clés d’accès permettent de s’y connecter. Gardez-en au moins deux, et jamais toutes sur le même appareil.',
  }),
  'password-enabled': news({
    title: 'Votre compte a de nouveau un mot de passe',
    text: 'Un mot de passe vient d’être choisi pour votre compte dans l’espace client. Il permet de nouveau de s’y connecter, en plus de vos clés d’accès.',
  }),
  'password-off': ({ link, contactLink }) => ({
    preview: 'Connectez-vous avec une clé d’accès.',
    title: 'Votre compte n’a pas de mot de passe',
    paragraphs: [
      'Un nouveau mot de passe a été demandé pour votre compte dans l’espace client. Vous avez désactivé le mot de passe, il n’y a donc rien à réinitialiser : connectez-vous avec l’une de vos clés d’accès.',
      'Si vous n’avez rien demandé, vous n’avez rien à faire.',
    ],
    button: { label: 'Me connecter avec une clé d’accès', link },
    after: [
      `Si vous avez perdu toutes vos clés d’accès, nous vous aidons après avoir vérifié votre identité. Nous contacter : ${contactLink}`,
    ],
  }),
  'staff-factors-changed': ({ name, email, change, link }, company) => ({
    subject: `${name} : seconds facteurs modifiés – ${company}`,
    preview: staffChanges[change],
    title: 'Les seconds facteurs d’un membre du personnel ont changé',
    paragraphs: [
      `${name} (${email}) : ${staffChanges[change]}`,
      'Demandez-lui, de vive voix ou par téléphone, si c’était bien lui ou elle. Sinon, suspendez son accès aussitôt avec staff suspend.',
    ],
    button: { label: 'Ouvrir le journal d’audit', link },
  }),
  'recovery-code-used': (data) =>
    news({
      title: 'Un code de secours a été utilisé',
      text: `Un code de secours de votre compte dans l’espace client vient d’être utilisé à la place d’un code de votre application d’authentification. ${codesLeft(Number(data.left))}`,
    })(data),
  'new-device': ({ link, at, browser, system }) => ({
    preview: 'Si c’était vous, il n’y a rien à faire.',
    title: 'Nouvelle connexion à votre compte',
    paragraphs: [
      'Une connexion à votre compte dans l’espace client a eu lieu depuis un navigateur que nous ne connaissions pas.',
      'Si c’était vous, il n’y a rien à faire. Sinon, fermez cette session, changez aussitôt votre mot de passe, puis écrivez-nous.',
    ],
    rows: [
      { label: 'Navigateur', value: browser === '' ? 'Inconnu' : browser },
      { label: 'Système', value: system === '' ? 'Inconnu' : system },
      { label: 'Date', value: moment(at) },
    ],
    button: { label: 'Vérifier mon compte', link },
  }),
  'code-failures': ({ resetLink }) => ({
    preview: 'Si ce n’était pas vous, quelqu’un connaît votre mot de passe.',
    title: 'Des codes erronés ont été saisis pour votre compte',
    paragraphs: [
      'Votre mot de passe a été saisi dans l’espace client, puis dix codes erronés. Tout nouvel essai devra attendre.',
      'Si c’était vous, il n’y a rien à faire. Sinon, quelqu’un connaît votre mot de passe : choisissez-en aussitôt un nouveau, puis écrivez-nous.',
    ],
    button: { label: 'Choisir un nouveau mot de passe', link: resetLink },
  }),
  'confirm-email': ({ link }) => ({
    preview: 'Le lien ne fonctionne qu’une fois, pendant une heure.',
    title: 'Confirmez votre nouvelle adresse e-mail',
    paragraphs: [
      'Cette adresse a été indiquée comme la nouvelle adresse d’un compte dans l’espace client. Confirmez qu’elle est bien la vôtre ; vous vous connecterez alors avec elle.',
    ],
    button: { label: 'Confirmer ma nouvelle adresse', link },
    after: [
      'Le lien ne fonctionne qu’une fois, pendant une heure.',
      'Si vous n’êtes pas à l’origine de cette demande, ne tenez pas compte de ce message : rien ne change sans votre confirmation.',
    ],
  }),
  'email-change-requested': ({ link }) => ({
    preview: 'Si c’était vous, il n’y a rien à faire.',
    title: 'Un changement d’adresse e-mail a été demandé',
    paragraphs: [
      'Une personne connectée à votre compte dans l’espace client a demandé à en changer l’adresse e-mail. Le changement a lieu dès que la nouvelle adresse est confirmée.',
      'Si c’était vous, il n’y a rien à faire ici. Sinon, annulez le changement : toutes les sessions sont fermées, et votre compte reste verrouillé jusqu’à ce que vous choisissiez un nouveau mot de passe par e-mail.',
    ],
    button: { label: 'Annuler et verrouiller mon compte', link, variant: 'danger-outline' },
    after: ['Le lien ne fonctionne qu’une fois, pendant sept jours, même si le changement a eu lieu entre-temps.'],
  }),
  'email-changed': ({ link }) => ({
    preview: 'Si ce n’était pas vous, vous pouvez l’annuler pendant sept jours.',
    title: 'Votre adresse e-mail a été modifiée',
    paragraphs: [
      'Votre compte dans l’espace client a désormais une autre adresse e-mail, et l’adresse qui reçoit ce message ne permet plus de s’y connecter.',
      'Si c’était vous, il n’y a rien à faire. Sinon, annulez le changement : votre compte retrouve cette adresse, toutes les sessions sont fermées, et vous choisissez un nouveau mot de passe.',
    ],
    button: { label: 'Annuler le changement', link, variant: 'danger-outline' },
    after: ['Le lien ne fonctionne qu’une fois, pendant sept jours. Ensuite, écrivez-nous.'],
  }),
  'email-change-undone': ({ link }) => ({
    preview: 'Votre compte a retrouvé une adresse e-mail précédente.',
    title: 'Un changement d’adresse e-mail a été annulé',
    paragraphs: [
      'Un compte de l’espace client qui avait cette adresse e-mail a retrouvé la précédente. Cette adresse ne permet plus de s’y connecter.',
      'Si vous l’avez demandé, il n’y a rien à faire. Sinon, écrivez-nous.',
    ],
    button: { label: 'Nous écrire', link },
  }),
  'factors-removed': ({ link, resetLink }) => ({
    preview: 'Si vous l’avez demandé, ajoutez-en de nouveaux dès maintenant.',
    title: 'Les seconds facteurs de votre compte ont été retirés',
    paragraphs: [
      'On nous a demandé de l’aide pour votre compte dans l’espace client. Nous en avons retiré les codes et les clés d’accès, et fermé toutes les sessions : pour l’instant, le mot de passe suffit pour s’y connecter.',
      'Si vous l’avez demandé, connectez-vous et configurez à nouveau une application d’authentification ou une clé d’accès.',
    ],
    button: { label: 'Protéger mon compte', link },
    after: [`Si vous n’avez rien demandé, écrivez-nous aussitôt. Choisir un nouveau mot de passe : ${resetLink}`],
  }),
  'account-locked': ({ resetLink }) => ({
    preview: 'Choisissez un nouveau mot de passe pour le rouvrir.',
    title: 'Nous avons bloqué votre compte',
    paragraphs: [
      'Une autre personne a peut-être eu accès à votre compte dans l’espace client. Nous avons fermé toutes ses sessions et l’avons bloqué : ni le mot de passe ni une clé d’accès ne l’ouvrent.',
      'Pour le rouvrir, choisissez un nouveau mot de passe. Regardez ensuite vos clés d’accès sous « Sécurité », et retirez celles que vous ne connaissez pas.',
    ],
    button: { label: 'Choisir un nouveau mot de passe', link: resetLink },
    after: ['Si vous ne vous y attendiez pas, écrivez-nous.'],
  }),
  invitation: ({ link, customer, roles, days, inviter }, company) => ({
    subject: `Votre accès à l’espace client – ${company}`,
    preview: `${inviter || company} vous invite dans l’espace client pour ${customer}.`,
    title: 'Bienvenue dans l’espace client',
    paragraphs: [
      `${inviter ? `${inviter} vous invite dans l’espace client de ${company}.` : `${company} vous invite dans son espace client.`} ${whatIsSeen(rolesIn(roles), customer)}`,
      'Il ne vous reste qu’à accepter, avec le compte que vous avez ou en choisissant un mot de passe.',
    ],
    button: { label: 'Accepter l’invitation', link },
    after: [
      `Le lien ne fonctionne qu’une fois, pendant ${days} jours. S’il a expiré, demandez-en un nouveau à ${inviter || company}.`,
      'Si vous n’attendiez pas cette invitation, ignorez ce message : rien ne se passe sans votre accord.',
    ],
  }),
  'access-granted': ({ link, customer }, company) => ({
    subject: `Votre accès à l’espace client – ${company}`,
    preview: `Votre compte affiche désormais les données de la société ${customer}.`,
    title: 'Votre accès est prêt',
    paragraphs: [
      `Votre compte dans l’espace client de ${company} affiche désormais les factures, contrats, paiements et licences de la société ${customer}.`,
    ],
    button: { label: 'Ouvrir l’espace client', link },
    after: [
      'Connectez-vous avec votre mot de passe habituel.',
      'Si vous n’avez pas de compte chez nous, écrivez-nous aussitôt : quelqu’un s’est inscrit avec votre adresse.',
    ],
  }),
};
