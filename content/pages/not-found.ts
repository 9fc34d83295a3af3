import type { NotFoundPage } from '../schema/pages.ts';

export const notFoundPage: NotFoundPage = {
  seo: {
    title: 'Page introuvable | Rempart Azur',
    description:
      'Cette adresse ne mène à aucune page du site. Revenez à l’accueil pour retrouver nos services, nos formations et nos coordonnées.',
  },
  code: '404',
  message: 'Oops! Page not found', // spec §2
  home: 'Return to Home', // spec §2
};
