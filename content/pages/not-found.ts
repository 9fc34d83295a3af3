import { links } from '../lists.ts';
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
  brick: 'Put the brick back',
  elsewhere: {
    title: 'Vous cherchiez peut-être',
    links: links({
      'Nos services': '/services',
      'Les formations': '/formations',
      'Nous contacter': '/contact',
      'L’espace client': '/customer-portal',
    }),
  },
};
