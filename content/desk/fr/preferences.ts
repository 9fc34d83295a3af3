/** How a staff member learns of what happens in their tickets. */
export const preferences = {
  title: 'Préférences',
  description:
    'Votre langue, et ce que vous recevez au sujet des tickets qui vous sont attribués ou dont une note vous mentionne. Chaque choix est enregistré aussitôt.',
  /** Without the permission to answer tickets. */
  languageOnly: 'Votre choix est enregistré aussitôt.',
  security: 'Les e-mails sur la sécurité de votre compte sont toujours envoyés.',
  /** By the names in contract/notifications.ts. */
  events: {
    received: 'Un ticket est ouvert',
    reply: 'Le client répond',
    status: 'Le client change le statut',
    assigned: 'Un ticket vous est attribué',
    watching: 'Vous suivez un ticket',
    overdue: 'Une réponse est en retard, ou le sera bientôt',
    mentioned: 'Une note interne vous mentionne',
    reminder: 'Une facture arrive à échéance',
  },
  deliveries: { mail: 'Par e-mail', digest: 'Dans un résumé quotidien à 8 h', none: 'Pas du tout' },
  mails: 'E-mails sur vos tickets',
  browser: 'Ce navigateur',
  display: 'Affichage',
  language: {
    label: 'Langue',
    hint: 'Celle du centre de services, de l’espace client et des e-mails que vous recevez.',
    saved: (language: string) => `Enregistré. Langue : ${language}`,
  },
  alerts: {
    label: 'Notifications de ce navigateur',
    hint: 'Un nouveau ticket non attribué, ou une réponse à l’un des vôtres, tant que le centre de services est ouvert : le numéro et l’objet, rien d’autre.',
    blocked: 'Ce navigateur refuse les notifications de ce site. Autorisez-les dans ses réglages, puis réessayez.',
  },
  saved: (event: string, delivery: string) => `Enregistré. ${event} : ${delivery}`,
  notSaved: (reason: string) => `Ce choix n’a pas été enregistré. ${reason}`,
};
export type PreferencesCopy = typeof preferences;
