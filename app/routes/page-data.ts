import type { HeadEntry } from '#app/components/layout/page-head.tsx';
import type { AvailableCourse } from '#content/schema/course.ts';
import type { ServiceCard } from '#content/schema/service.ts';
import type { Link, Question, Seo } from '#content/schema/text.ts';
import { site } from '#content/site.ts';

type PageMeta = {
  path: string;
  title: string;
  description: string;
  noindex?: boolean;
  /** False for the 404 page, which has no URL of its own. */
  hasOwnUrl?: boolean;
  /** schema.org objects. */
  structuredData?: Record<string, unknown>[];
};

/** Part of the built pages; scripts/start.ts rebuilds when it changes. */
const siteUrl = import.meta.env.VITE_SITE_URL ?? 'http://localhost:3000';
export const absoluteUrl = (path: string) => (path === '/' ? `${siteUrl}/` : `${siteUrl}${path}`);

export const socialPicturePath = (path: string) => `/og${path === '/' ? '/accueil' : path}.png`;

/** Loader data for the document's head and for search engines. */
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
  return { head, structuredData: structuredData.map(withPlainSpaces) };
};

/** No-break characters are for lines on a screen; names of things have none. */
const withPlainSpaces = (data: Record<string, unknown>) =>
  JSON.parse(JSON.stringify(data).replaceAll('\u00a0', ' ').replaceAll('\u2011', '-')) as Record<string, unknown>;

const companyId = () => `${absoluteUrl('/')}#company`;

export const company = () => ({
  '@type': ['Organization', 'LocalBusiness'],
  '@id': companyId(),
  name: site.company.name,
  description: site.company.description,
  url: absoluteUrl('/'),
  logo: absoluteUrl('/icon-512.png'),
  image: absoluteUrl('/og/accueil.png'),
  telephone: site.company.phone,
  email: site.company.email,
  address: {
    '@type': 'PostalAddress',
    streetAddress: site.office.address,
    postalCode: site.office.postal,
    addressLocality: site.office.city,
    addressCountry: 'FR',
  },
  openingHours: 'Mo-Fr 08:00-18:00',
  areaServed: ['France', 'Maghreb', 'Moyen-Orient', 'Afrique'],
  sameAs: [site.external.network],
});

export const breadcrumbs = (...crumbs: { label: string; path: string }[]) => ({
  '@type': 'BreadcrumbList',
  itemListElement: [{ label: site.navigation.home.label, path: '/' }, ...crumbs].map((crumb, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name: crumb.label,
    item: absoluteUrl(crumb.path),
  })),
});

export const faqPage = (items: Question[]) => ({
  '@type': 'FAQPage',
  mainEntity: items.map((item) => ({
    '@type': 'Question',
    name: item.question,
    acceptedAnswer: { '@type': 'Answer', text: item.answer },
  })),
});

export const service = (card: ServiceCard) => ({
  '@type': 'Service',
  name: card.name,
  description: card.description,
  url: absoluteUrl(`/services/${card.slug}`),
  provider: { '@id': companyId() },
  areaServed: ['France', 'Maghreb', 'Moyen-Orient', 'Afrique'],
});

export const courseData = (course: AvailableCourse) => ({
  '@type': 'Course',
  name: course.title,
  description: course.description,
  url: absoluteUrl(`/formations/${course.slug}`),
  inLanguage: 'fr',
  provider: { '@id': companyId(), '@type': 'Organization', name: site.company.name, url: absoluteUrl('/') },
  educationalCredentialAwarded: course.certification,
  teaches: course.objectives,
  coursePrerequisites: course.prerequisites,
  offers: { '@type': 'Offer', category: 'Paid' },
  hasCourseInstance: ['onsite', 'online'].map((courseMode) => ({
    '@type': 'CourseInstance',
    courseMode,
    courseWorkload: `P${course.durationDays}D`,
  })),
});

export const serviceMeta = ({ seo, card, faq }: { seo: Seo; card: ServiceCard; faq: { items: Question[] } }) => {
  const path = `/services/${card.slug}`;
  return pageMeta({
    path,
    ...seo,
    structuredData: [
      service(card),
      breadcrumbs({ label: 'Services', path: '/services' }, { label: card.name, path }),
      faqPage(faq.items),
    ],
  });
};

/** Content names external pages by role; their URLs are in content/site.ts. */
const resolve = (to: string) => {
  if (to === 'schedule') return site.external.schedule;
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
});

/** The line for people in an emergency: the phone number, and what to do until somebody answers. */
export const incidentLine = () => ({
  ...site.incident,
  phone: { label: site.company.phone, href: site.company.phoneHref },
});

// For loaders: creating the first formatter takes a browser 30 ms.
const dates = new Intl.DateTimeFormat('fr-FR', { dateStyle: 'long', timeZone: 'UTC' });

/** `15 juin 2025`, with non-breaking spaces. */
export const frenchDate = (isoDate: string) => dates.format(new Date(`${isoDate}T00:00:00Z`)).replaceAll(' ', '\u00a0');

/** `3 heures`, `2 h 30`. */
export const frenchHours = (hours: number) =>
  Number.isInteger(hours) ? `${hours}\u00a0heures` : `${Math.floor(hours)}\u00a0h\u00a0${Math.round((hours % 1) * 60)}`;
