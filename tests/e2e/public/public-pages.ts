import { courseFacts } from '../../../scripts/content-lint/product-facts.ts';

/** Courses with a page. */
export const courses = courseFacts.flatMap(({ slug, title, days, exam }) =>
  exam === undefined ? [] : [{ path: `/formations/${slug}`, title, days, exam }],
);

export const legalPages = [
  '/politique-confidentialite',
  '/conditions-utilisation',
  '/politique-cookies',
  '/mentions-legales',
];

/** The route table of product §2, repeated here so that a mistake in main/web/routes.ts is found. Search engines may list all but /resources. */
export const indexablePages = [
  '/',
  '/services',
  '/services/infrastructure',
  '/services/managed-services',
  '/services/cybersecurity',
  '/services/microsoft-cloud',
  '/formations',
  ...courses.map(({ path }) => path),
  '/why-us',
  '/partners',
  '/contact',
  '/free-audit',
  '/microsoft-plans',
  '/schedule-consultation',
  '/montez-votre-mur',
  '/verifier',
  ...legalPages,
];

export const publicPages = [...indexablePages, '/resources'];
