import { site } from './site.ts';

/** What public forms say where they deliver (`LEADS=deliver`). */
export const delivery = {
  sending: 'Envoi en cours…',
  failed: {
    title: 'Votre demande n’est pas partie',
    text: 'Vos réponses sont toujours dans le formulaire. Réessayez dans un instant, ou envoyez-les par e-mail.',
    mail: 'Les envoyer par e-mail',
  },
  email: site.company.email,
  /** A field that people do not see and that screen readers skip. */
  trap: 'Laissez ce champ vide',
};
export type DeliveryCopy = typeof delivery;
