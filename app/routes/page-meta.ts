import type { HeadEntry } from '#app/components/layout/page-head.tsx';
import { site } from '#content/site.ts';

type PageMeta = {
  path: string;
  title: string;
  description: string;
  noindex?: boolean;
  /** False for a page that answers any path: it has no URL of its own. */
  hasOwnUrl?: boolean;
  /** schema.org objects that fit the page. */
  structuredData?: Record<string, unknown>[];
};

/** Baked into the pages at build; scripts/start builds again when it changes. */
const siteUrl = import.meta.env.VITE_SITE_URL ?? 'http://localhost:3000';
export const absoluteUrl = (path: string) => (path === '/' ? `${siteUrl}/` : `${siteUrl}${path}`);

export const socialPicturePath = (path: string) => `/og${path === '/' ? '/accueil' : path}.png`;

/** What a page's loader adds to its copy: `head` for the document's head, `structuredData` for search engines. */
export const pageMeta = ({ path, title, description, noindex, hasOwnUrl = true, structuredData = [] }: PageMeta) => {
  const head: HeadEntry[] = [
    { title },
    { name: 'description', content: description },
    ...(noindex ? [{ name: 'robots', content: 'noindex,nofollow' }] : []),
    ...(hasOwnUrl ? [{ tagName: 'link', rel: 'canonical', href: absoluteUrl(path) } as const] : []),
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: site.company.name },
    { property: 'og:locale', content: 'fr_FR' },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    ...(hasOwnUrl ? [{ property: 'og:url', content: absoluteUrl(path) }] : []),
    { property: 'og:image', content: absoluteUrl(socialPicturePath(path)) },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { property: 'og:image:alt', content: title },
    { name: 'twitter:card', content: 'summary_large_image' },
  ];
  return { head, structuredData };
};
