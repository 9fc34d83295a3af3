import type { ErrorPage } from '../schema/pages.ts';

/** product §2 and §8, word for word. */
export const errorPage: ErrorPage = {
  title: "Une erreur s'est produite",
  description:
    'Nous nous excusons pour la gêne occasionnée. Veuillez rafraîchir la page ou contacter le support si le problème persiste.',
  refresh: 'Rafraîchir la page',
};
