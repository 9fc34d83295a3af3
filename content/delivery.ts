import { site } from './site.ts';

const rejected = 'Un champ est vide, trop long ou mal rempli.';

/** What public forms say where they deliver (`LEADS=deliver`). */
export const delivery = {
  sending: 'Envoi en cours…',
  failed: {
    title: 'Votre demande n’est pas partie',
    text: 'Vos réponses sont toujours dans le formulaire. Réessayez dans un instant, ou envoyez-les par e-mail.',
    mail: 'Les envoyer par e-mail',
    subject: 'Demande',
  },
  /** Why a request was not delivered. */
  errors: {
    byCode: {
      offline: 'Notre serveur est injoignable. Vérifiez votre connexion.',
      too_many_requests: 'Trop de demandes viennent de votre réseau en ce moment.',
      unavailable: 'Notre service est momentanément indisponible.',
      invalid_request: rejected,
      payload_too_large: rejected,
    },
    unknown: 'Une erreur est survenue.',
  },
  email: site.company.email,
  /** A field that people do not see and that screen readers skip. */
  trap: 'Laissez ce champ vide',
};
export type DeliveryCopy = typeof delivery;
