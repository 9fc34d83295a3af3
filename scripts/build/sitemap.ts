import { availableCourses } from '#content/courses/catalogue.ts';
import { legalPages } from '#content/pages/legal.ts';
import type { LegalPage } from '#content/schema/pages.ts';

const lastChange = ({ updated, addendum }: LegalPage) => addendum?.date ?? updated;

/** Dates that the pages themselves show; the others have none that would be true. */
const lastModified: Record<string, string> = {
  ...Object.fromEntries(availableCourses.map(({ slug, updated }) => [`/formations/${slug}`, updated])),
  '/politique-confidentialite': lastChange(legalPages.privacy),
  '/conditions-utilisation': lastChange(legalPages.terms),
  '/politique-cookies': lastChange(legalPages.cookies),
  '/mentions-legales': lastChange(legalPages.imprint),
};

export const sitemap = (siteUrl: string, paths: string[]) =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...paths.map((path) => {
      const date = lastModified[path];
      return `  <url><loc>${siteUrl}${path}</loc>${date ? `<lastmod>${date}</lastmod>` : ''}</url>`;
    }),
    '</urlset>',
    '',
  ].join('\n');

/** The portal is not disallowed: a robot that may not read its pages never sees that they are noindex. */
export const robots = (siteUrl: string) =>
  ['User-agent: *', 'Disallow: /api/', '', `Sitemap: ${siteUrl}/sitemap.xml`, ''].join('\n');
