import type { AccessLogCopy, PeopleCopy } from '../en/people.ts';
import { loadState } from './phrases.ts';

export const people: PeopleCopy = {
  title: 'Personnes',
  description: (company) => ['Qui a accès à l’espace de ', company, ', et ce que chacun y voit.'],
  load: loadState('des personnes de votre entreprise', 'les personnes de votre entreprise'),
  confirmation: 'Vous allez modifier les accès.',
  rolesOf: (email) => `Rôles de ${email}`,
  roles: 'Rôles',
  noRole: 'Choisissez au moins un rôle.',
  left: { title: 'Accès retiré', description: (company) => `Vous n’avez plus accès à l’espace de ${company}.` },
  members: {
    title: 'Personnes ayant accès',
    you: 'Vous',
    neverSignedIn: 'Aucune connexion pour le moment',
    lastSignedIn: (day) => `Dernière connexion le ${day}`,
    onlyOwner: 'Seul propriétaire : cet accès ne peut pas être retiré tant qu’il n’y a pas d’autre propriétaire.',
    changeRoles: 'Changer les rôles',
    changeRolesOf: (email) => ` de ${email}`,
    leave: 'Quitter',
    leaveWhat: ' cette entreprise',
    remove: 'Retirer',
    removeWhom: (email) => ` l’accès de ${email}`,
  },
  invitations: {
    title: 'Invitations en attente',
    none: 'Aucune invitation n’attend de réponse.',
    expired: 'Expirée',
    sentAndExpires: (sent, expires) => `Envoyée le ${sent}, expire le ${expires}`,
    sentAndExpired: (sent, expired) => `Envoyée le ${sent}, expirée le ${expired}`,
    resend: 'Renvoyer',
    resendTo: (email) => ` à ${email}`,
    resent: { title: 'Invitation renvoyée', description: (email) => `${email} reçoit un nouveau lien.` },
    withdraw: 'Annuler',
    withdrawOf: (email) => ` l’invitation de ${email}`,
    withdrawn: {
      title: 'Invitation annulée',
      description: (email) => `Le lien envoyé à ${email} ne fonctionne plus.`,
    },
  },
  invite: {
    title: 'Inviter un collègue',
    description: (company) =>
      `Cette personne reçoit un lien par e-mail. Elle a accès à l’espace de ${company} dès qu’elle accepte.`,
    email: 'Adresse e-mail',
    noEmail: 'Saisissez une adresse e-mail.',
    invalidEmail: 'Saisissez une adresse e-mail valide.',
    language: 'Langue de l’invitation',
    languageHint: 'Une personne qui a déjà un compte la reçoit dans la langue qu’elle a choisie.',
    submit: 'Envoyer l’invitation',
    busy: 'Envoi…',
    sent: { title: 'Invitation envoyée', description: (email) => `Un lien a été envoyé à ${email}.` },
  },
  change: {
    title: 'Changer les rôles',
    yours: 'Vos propres rôles.',
    onlyOwnerGivesBack: 'Seul un propriétaire pourra vous rendre ce rôle.',
    submit: 'Enregistrer les rôles',
    busy: 'Enregistrement…',
    done: { title: 'Rôles changés', description: (email) => `Pour ${email}, dès maintenant.` },
  },
  remove: {
    title: (email) => `Retirer l’accès de ${email} ?`,
    description: (company) =>
      `Cette personne perd aussitôt l’accès à ${company}. Ses tickets restent, les invitations qu’elle a envoyées prennent fin, et vous pourrez l’inviter à nouveau.`,
    submit: 'Retirer l’accès',
    leaveTitle: (company) => `Quitter ${company} ?`,
    leaveDescription:
      'Vous perdez aussitôt l’accès, et les invitations que vous avez envoyées prennent fin. Un propriétaire pourra vous inviter à nouveau.',
    leaveSubmit: 'Quitter',
    busy: 'Retrait…',
    done: { title: 'Accès retiré', description: (email) => `${email} n’a plus accès.` },
  },
};

/** Which of our staff looked at the company's data. */
export const accessLog: AccessLogCopy = {
  title: 'Qui a consulté nos données',
  description:
    'Chaque fois qu’une personne de notre équipe ouvre une page avec les données de votre entreprise, la consultation est notée ici.',
  load: loadState('du journal des accès', 'le journal des accès'),
  none: 'Personne n’a encore consulté vos données.',
  formerStaff: 'Un ancien membre de notre équipe',
  more: 'Afficher la suite',
  page: (page, entity) => `${page} : ${entity}`,
  pages: {
    customer: 'La fiche de votre entreprise',
    people: 'La page « Personnes »',
    ticket: 'Un ticket',
    invoices: 'Vos factures',
    contracts: 'Vos contrats',
    payments: 'Vos paiements',
    licenses: 'Vos licences',
    tickets: 'Vos tickets',
    portal: 'L’espace client, comme vous le voyez (lecture seule)',
  },
};
