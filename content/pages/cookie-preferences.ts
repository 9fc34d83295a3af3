export const cookiePreferences = {
  open: 'Gérer les Cookies', // product §2
  noScript: 'Ce choix a besoin de JavaScript. Sans lui, aucun cookie n’est déposé.',
  title: 'Vos préférences de cookies',
  lead: 'Le site ne dépose aujourd’hui aucun cookie de mesure d’audience ni de publicité. Si cela changeait, c’est ce choix qui serait appliqué. Il est gardé 6 mois et se modifie à tout moment.',
  essential: {
    title: 'Essentiels',
    text: 'Ils retiennent ce choix et, dans l’espace client, votre connexion et votre navigateur. Le site ne peut fonctionner sans eux.',
    always: 'Toujours actifs',
  },
  analytics: {
    title: 'Mesure d’audience',
    text: 'Ils diraient quelles pages sont lues, pour les améliorer. Aucun n’est en service.',
  },
  marketing: {
    title: 'Marketing',
    text: 'Ils serviraient à adapter ou à mesurer une publicité. Aucun n’est en service.',
  },
  refuse: 'Tout refuser',
  save: 'Enregistrer mes choix',
  accept: 'Tout accepter',
  close: 'Fermer',
  saved: { title: 'Préférences enregistrées', description: 'Votre choix est gardé 6 mois dans ce navigateur.' },
};
export type CookiePreferencesCopy = typeof cookiePreferences;
