import type { ShellCopy } from '../en/shell.ts';
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
  account: 'Compte',
  security: 'Sécurité',
  people: 'Personnes',
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
