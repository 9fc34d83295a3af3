import type { PreferencesCopy } from '../schema/desk-preferences.ts';

export const preferences: PreferencesCopy = {
  title: 'Mes e-mails',
  description:
    'Ce que vous recevez au sujet des tickets qui vous sont attribués. Chaque choix est enregistré aussitôt.',
  security: 'Les e-mails sur la sécurité de votre compte sont toujours envoyés.',
  events: {
    received: 'Un ticket est ouvert',
    reply: 'Le client répond',
    status: 'Le client change le statut',
    assigned: 'Un ticket vous est attribué',
    watching: 'Vous suivez un ticket',
    overdue: 'Une réponse est en retard, ou le sera bientôt',
  },
  deliveries: { mail: 'Par e-mail', digest: 'Dans un résumé quotidien à 8 h', none: 'Pas du tout' },
  language: { label: 'Langue des e-mails', saved: 'Enregistré. Langue des e-mails : {language}' },
  saved: 'Enregistré. {event} : {delivery}',
  notSaved: 'Ce choix n’a pas été enregistré. {reason}',
};
