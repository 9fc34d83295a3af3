import type { AccountCopy } from '../en/account.ts';
import { loadState } from './phrases.ts';

export const account: AccountCopy = {
  title: 'Compte',
  description: 'Votre nom, les e-mails que nous vous envoyons, et ce que nous savons de vous.',
  load: loadState('de votre compte', 'votre compte'),
  confirmation: 'Vous allez télécharger les données de votre compte.',
  profile: {
    title: 'Votre nom',
    description: (email) => `Vos collègues et notre équipe le voient à la place de ${email}.`,
    label: 'Nom',
    submit: 'Enregistrer',
    busy: 'Enregistrement…',
    saved: (name) => `Votre nom : ${name}`,
  },
  security: {
    title: 'Sécurité',
    description: 'Mot de passe, second facteur, clés d’accès, adresse e-mail et sessions ouvertes.',
    open: 'Ouvrir les réglages de sécurité',
  },
  data: {
    title: 'Vos données',
    description:
      'Ce que nous avons sur vous : compte, sessions, entreprises, tickets et messages, dans un fichier que les logiciels savent lire.',
    submit: 'Télécharger mes données',
    busy: 'Préparation…',
    done: {
      title: 'Vos données sont téléchargées',
      description: 'Gardez le fichier à l’abri des regards.',
    },
    fileName: (day) => `mes-donnees-${day}.json`,
  },
  company: {
    title: 'Coordonnées de l’entreprise',
    description:
      'Une information est fausse ou n’est plus à jour ? Indiquez la bonne. Nous vérifions, puis nous corrigeons.',
    load: loadState('de votre entreprise', 'votre entreprise'),
    fields: { name: 'Entreprise', contact: 'Contact', email: 'E-mail', phone: 'Téléphone' },
    submit: 'Demander la correction',
    busy: 'Envoi…',
    unchanged: 'Corrigez ce qui est inexact.',
    sent: { title: 'Demande envoyée', description: 'Vous la trouverez parmi vos tickets de support.' },
    show: 'Afficher le ticket',
    ticket: {
      subject: 'Correction de nos coordonnées',
      intro: 'Merci de corriger les coordonnées de notre entreprise :',
      line: (label, before, after) => `- ${label} : ${before} → ${after}`,
      none: '(vide)',
    },
  },
  saved: 'Enregistré',
  language: {
    title: 'Langue',
    description: 'La langue de l’espace client et de tous les e-mails que nous vous envoyons.',
    label: 'Langue',
    saved: (language) => `Votre langue : ${language}`,
  },
  notifications: {
    title: 'E-mails au sujet des tickets',
    description:
      'Ils concernent vos tickets et ceux que vous suivez, ainsi que les relances si vous avez accès aux factures. Ceux qui touchent à la sécurité de votre compte sont toujours envoyés.',
    load: loadState('de vos choix', 'vos choix'),
    events: {
      received: 'Votre ticket est reçu',
      reply: 'Quelqu’un répond',
      status: 'Le statut change',
      assigned: 'Quelqu’un prend le ticket en charge',
      watching: 'Quelqu’un vous ajoute à un ticket',
      overdue: 'Une réponse est en retard',
      mentioned: 'Une note vous mentionne',
      reminder: 'Une facture arrive à échéance ou est en retard',
    },
    deliveries: { mail: 'Par e-mail', digest: 'Dans un résumé quotidien à 8 h', none: 'Pas du tout' },
    saved: (event, delivery) => `${event} : ${delivery}`,
  },
};
