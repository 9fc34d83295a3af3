import type { NotFoundPage } from '../schema/pages.ts';
import { site } from '../site.ts';

export const notFoundPage: NotFoundPage = {
  seo: {
    title: `Page introuvable | ${site.company.name}`,
    description:
      'Cette adresse ne mène à aucune page du site. Revenez à l’accueil pour retrouver nos services, nos formations et nos coordonnées.',
  },
  code: '404',
  message: 'Oops! Page not found', // product §2
  home: 'Return to Home', // product §2
  elsewhere: {
    title: 'Vous cherchiez peut-être',
    links: [
      { label: 'Nos services', to: '/services' },
      { label: 'Les formations', to: '/formations' },
      { label: 'Nous contacter', to: '/contact' },
      { label: 'L’espace client', to: '/customer-portal' },
    ],
  },
};
