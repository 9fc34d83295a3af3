import type { HeadEntry } from '#app/components/layout/page-head.tsx';
import type { Crumb } from '#app/components/ui/breadcrumb.tsx';
import type { ServiceCard } from '#content/schema/service.ts';
import type { Link, Question, Seo } from '#content/schema/text.ts';
import { site } from '#content/site.ts';
import { absoluteUrl, socialPicturePath } from './site-url.ts';
import { breadcrumbList, faqPage, service, type StructuredData } from './structured-data.ts';

type PageMeta = {
  path: string;
  title: string;
  description: string;
  /** The pages between the home page and this one. */
  parents?: Crumb[];
  /** This page in the breadcrumb, which the home page and the 404 page do not have. */
  label?: string;
  /** ISO date of the last change of a page that shows it. */
  updated?: string;
  noindex?: boolean;
  /** False for the 404 page, which has no URL of its own. */
  hasOwnUrl?: boolean;
  structuredData?: StructuredData[];
};

/** Loader data for the document's head, for search engines and for the breadcrumb. */
export const pageMeta = ({
  path,
  title,
  description,
  parents = [],
  label,
  updated,
  noindex,
  hasOwnUrl = true,
  structuredData = [],
}: PageMeta) => {
  const home = { label: site.navigation.home.label, to: '/' };
  const crumbs: Crumb[] = label === undefined ? [] : [home, ...parents, { label, to: path }];
  const head: HeadEntry[] = [
    { title },
    { name: 'description', content: description },
    { name: 'robots', content: noindex ? 'noindex,nofollow' : 'max-image-preview:large' },
    ...(hasOwnUrl ? [{ tagName: 'link', rel: 'canonical', href: absoluteUrl(path) } as const] : []),
    { property: 'og:type', content: updated === undefined ? 'website' : 'article' },
    ...(updated === undefined ? [] : [{ property: 'article:modified_time', content: updated }]),
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
  const data = [...structuredData, ...(crumbs.length > 0 ? [breadcrumbList(crumbs)] : [])];
  return { head: withPlainSpaces(head), structuredData: withPlainSpaces(data), crumbs };
};

/** No-break characters are for lines on a screen; what search engines read has none. */
const withPlainSpaces = <T>(data: T) =>
  JSON.parse(JSON.stringify(data).replaceAll('\u00a0', ' ').replaceAll('\u2011', '-')) as T;

export const serviceMeta = ({ seo, card, faq }: { seo: Seo; card: ServiceCard; faq: { items: Question[] } }) =>
  pageMeta({
    path: `/services/${card.slug}`,
    ...seo,
    parents: [{ label: 'Services', to: '/services' }],
    label: card.name,
    structuredData: [service(card), faqPage(faq.items)],
  });

/** Content names external pages by role; their URLs are in content/site.ts. */
const resolve = (to: string) => {
  // With BOOKING=on, visitors book on our own page.
  if (to === 'schedule')
    return import.meta.env.VITE_BOOKING === 'on' ? '/schedule-consultation' : site.external.schedule;
  if (to === 'network') return site.external.network;
  return to;
};

export const resolveLinks = (links: Link[]) => links.map((link) => ({ ...link, to: resolve(link.to) }));

/** Resolves the buttons of a hero or a closing section. */
export const withLinks = <T extends { actions: Link[] }>(part: T) => ({ ...part, actions: resolveLinks(part.actions) });

/** The closing scene of a page: its copy, the phone number and when we reply. */
export const closingScene = (copy: { title: string; text: string; actions: Link[] }) => ({
  ...withLinks(copy),
  phone: { label: site.company.phone, href: site.company.phoneHref },
  promise: site.replyPromise,
  hours: site.officeHours,
});

/** The line for people in an emergency: the phone number, and what to do until somebody answers. */
export const incidentLine = () => ({
  ...site.incident,
  phone: { label: site.company.phone, href: site.company.phoneHref },
});
