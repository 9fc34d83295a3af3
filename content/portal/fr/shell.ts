import type { CommonCopy, RolesCopy, ShellCopy } from '../en/shell.ts';
import { errorTexts } from './errors.ts';
import { loadState } from './phrases.ts';

/** Around the screens, and in place of them. */
export const shell: ShellCopy = {
  title: 'Espace client',
  tagline: 'Vos factures, vos contrats, vos licences et vos tickets de support',
  noScript: (phone, email) =>
    `L’espace client a besoin de JavaScript. Sans lui, appelez-nous ou écrivez-nous : ${phone}, ${email}.`,
  toasts: { region: 'Notifications', close: 'Fermer' },
  home: (company) => `${company}, accueil`,
  skip: 'Aller au contenu',
  language: { label: 'Langue', failed: 'La langue n’a pas pu être changée' },
  nav: 'Espace client',
  tabList: 'Vos documents et vos tickets',
  tabs: {
    overview: 'Synthèse',
    invoices: 'Factures',
    contracts: 'Contrats',
    payments: 'Paiements',
    licenses: 'Licences',
    support: 'Support',
  },
  menu: 'Menu',
  account: 'Compte',
  security: 'Sécurité',
  people: 'Personnes',
  appointments: 'Rendez-vous',
  welcome: (email) => ['Bienvenue, ', email],
  signOut: 'Déconnexion',
  signOutFailed: 'La déconnexion a échoué',
  session: loadState('de votre session', 'votre session'),
  ticket: loadState('du ticket', 'le ticket'),
  record: loadState('du document', 'le document'),
  ticketFailed: {
    title: loadState('du ticket', 'ce ticket').failed,
    description: 'Vérifiez la connexion, puis réessayez.',
  },
  switcher: {
    company: 'Entreprise : ',
    companies: 'Vos entreprises',
    switching: 'Changement d’entreprise…',
    switched: 'Vous avez changé d’entreprise',
    shown: (name) => `Vous consultez l’espace de ${name}.`,
    notSwitched: 'Le changement d’entreprise a échoué',
    notYours: 'Ce lien concerne une entreprise à laquelle vous n’appartenez pas.',
  },
};

export const common: CommonCopy = {
  tryAgain: 'Réessayer',
  cancel: 'Annuler',
  close: 'Fermer',
  copied: 'Copié',
  notAvailable: 'Non renseigné',
  error: 'Erreur',
  errors: {
    byCode: errorTexts,
    retryIn: (wait) => `Trop de tentatives. Réessayez dans ${wait}.`,
    unknown: 'Une erreur est survenue. Réessayez.',
    notLoaded: 'Le chargement a échoué. Vérifiez la connexion, puis réessayez.',
  },
  credentials: {
    showPassword: 'Afficher le mot de passe',
    capsLock: 'Le verrouillage des majuscules est activé.',
    password: 'Mot de passe',
    recoveryCode: 'Code de secours',
    insteadRecoveryCode: 'Utiliser un code de secours',
    insteadAppCode: 'Utiliser un code de l’application',
    passwordHint: (minLength) => `Au moins ${minLength} caractères.`,
  },
  confirmation: {
    title: 'Confirmez que c’est vous',
    factors: loadState('de vos moyens de confirmation', 'vos moyens de confirmation'),
    usePasskey: 'Utiliser une clé d’accès',
    passkeyNeeded:
      'Votre compte a une clé d’accès : le mot de passe seul ne suffit pas. Si vous avez perdu cette clé, contactez-nous.',
    passkeyUnusable:
      'Votre compte a une clé d’accès, que ce navigateur ne peut pas utiliser ici. Utilisez un autre navigateur.',
    code: 'Code de l’application',
    submit: 'Confirmer',
    busy: 'Vérification…',
  },
};

export const roles: RolesCopy = {
  owner: { label: 'Propriétaire', description: 'Voit tout, et décide qui a accès.' },
  billing: {
    label: 'Facturation',
    description:
      'Voit les factures, les paiements, les contrats et le solde, et peut nous poser des questions à leur sujet.',
  },
  technical: {
    label: 'Technique',
    description: 'Voit les licences et tous les tickets de support, et ouvre des tickets.',
  },
  requester: { label: 'Demandeur', description: 'Ouvre des tickets de support, et ne voit que les siens.' },
};
