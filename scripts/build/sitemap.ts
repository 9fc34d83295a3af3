/** The canonical URL of every indexable page. */
export const sitemap = (addresses: string[]) =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...addresses.map((address) => `  <url><loc>${address}</loc></url>`),
    '</urlset>',
    '',
  ].join('\n');

export const robots = (siteUrl: string) =>
  ['User-agent: *', 'Disallow: /api/', 'Disallow: /customer-portal', '', `Sitemap: ${siteUrl}/sitemap.xml`, ''].join(
    '\n',
  );
