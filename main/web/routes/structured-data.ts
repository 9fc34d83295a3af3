import type {
  BreadcrumbListLeaf,
  CourseLeaf,
  FAQPageLeaf,
  ItemListLeaf,
  OfferLeaf,
  OrganizationLeaf,
  ProfessionalServiceLeaf,
  ServiceLeaf,
  WebSiteLeaf,
} from 'schema-dts';
import { factSentence } from '#content/facts.ts';
import { serviceCards } from '#content/pages/services.ts';
import type { AvailableCourse } from '#content/schema/course.ts';
import type { PlansPage } from '#content/schema/pages.ts';
import type { ServiceCard } from '#content/schema/service.ts';
import type { Question } from '#content/schema/text.ts';
import { site } from '#content/site.ts';
import { absoluteUrl, socialPicturePath } from './site-url.ts';

// schema.org objects. The types know every property and its values; tests/support/schema-org.ts checks the built pages.
export type StructuredData =
  | BreadcrumbListLeaf
  | CourseLeaf
  | FAQPageLeaf
  | ItemListLeaf
  | ProfessionalServiceLeaf
  | ServiceLeaf
  | WebSiteLeaf;

const companyId = () => `${absoluteUrl('/')}#company`;
const areaServed = ['France', 'Maghreb', 'Moyen-Orient', 'Afrique'];

/** The company on pages that describe something else: a node of its own, as no other one on the page defines it. */
const provider = (): OrganizationLeaf => ({
  '@type': 'Organization',
  '@id': companyId(),
  name: site.company.name,
  url: absoluteUrl('/'),
});

/** The lowest starting price, which is all that can be said without a quote. */
const priceRange = () => {
  const amountOf = ({ price }: ServiceCard) => startingPrice(price)?.amount ?? Infinity;
  const [cheapest] = serviceCards.toSorted((one, other) => amountOf(one) - amountOf(other));
  return `${cheapest?.price} HT`;
};

export const company = (): ProfessionalServiceLeaf => ({
  '@type': 'ProfessionalService',
  '@id': companyId(),
  name: site.company.name,
  description: site.description,
  url: absoluteUrl('/'),
  logo: absoluteUrl('/icon-512.png'),
  image: absoluteUrl(socialPicturePath('/')),
  telephone: site.company.phone,
  email: site.company.email,
  address: {
    '@type': 'PostalAddress',
    streetAddress: site.office.address,
    postalCode: site.office.postal,
    addressLocality: site.office.city,
    addressCountry: 'FR',
  },
  geo: { '@type': 'GeoCoordinates', ...site.coordinates },
  openingHoursSpecification: site.openingHours.map(({ days, opens, closes }) => ({
    '@type': 'OpeningHoursSpecification',
    dayOfWeek: days,
    opens,
    closes,
  })),
  priceRange: priceRange(),
  areaServed,
  sameAs: [site.external.network],
});

/** Search engines take the site's name from it. */
export const website = (): WebSiteLeaf => ({
  '@type': 'WebSite',
  '@id': `${absoluteUrl('/')}#website`,
  name: site.company.name,
  url: absoluteUrl('/'),
  inLanguage: 'fr',
  publisher: { '@id': companyId() },
});

export const breadcrumbList = (crumbs: { label: string; to: string }[]): BreadcrumbListLeaf => ({
  '@type': 'BreadcrumbList',
  itemListElement: crumbs.map(({ label, to }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name: label,
    item: absoluteUrl(to),
  })),
});

export const faqPage = (items: Question[]): FAQPageLeaf => ({
  '@type': 'FAQPage',
  mainEntity: items.map((item) => ({
    '@type': 'Question',
    name: item.question,
    acceptedAnswer: { '@type': 'Answer', text: item.answer },
  })),
});

/** Amount and unit of « À partir de 150€/utilisateur/mois »; undefined for a price without an amount. */
export function startingPrice(price: string): { amount: number; unit: string } | undefined {
  const [, digits, unit] = /^À partir de (\d[\d\s]*)€\/(.+)$/.exec(price) ?? [];
  if (digits !== undefined && unit !== undefined) return { amount: Number(digits.replaceAll(/\s/g, '')), unit };
  if (price.includes('€')) throw new Error(`the amount of the price « ${price} » is not recognised`);
  return undefined;
}

const offer = (price: string): OfferLeaf => {
  const starting = startingPrice(price);
  if (starting === undefined) return { '@type': 'Offer', description: price };
  return {
    '@type': 'Offer',
    priceSpecification: {
      '@type': 'UnitPriceSpecification',
      minPrice: starting.amount,
      priceCurrency: 'EUR',
      unitText: starting.unit,
      valueAddedTaxIncluded: false,
    },
  };
};

export const service = (card: ServiceCard): ServiceLeaf => ({
  '@type': 'Service',
  name: card.name,
  description: card.description,
  url: absoluteUrl(`/services/${card.slug}`),
  provider: provider(),
  areaServed,
  offers: offer(card.price),
});

/** The plans have no amount (product §9), so their offers have none. */
export const plansService = (name: string, { plans, seo }: PlansPage, path: string): ServiceLeaf => ({
  '@type': 'Service',
  name,
  description: seo.description,
  url: absoluteUrl(path),
  provider: provider(),
  areaServed,
  hasOfferCatalog: {
    '@type': 'OfferCatalog',
    name: plans.title,
    itemListElement: plans.items.map((plan) => ({
      '@type': 'Offer',
      name: plan.name,
      description: `${plans.price}, ${plan.period}`,
      itemOffered: { '@type': 'Service', name: plan.name, description: plan.description },
    })),
  },
});

// The server leaves it out where it fills in nothing.
const duration = factSentence('course.duration');

export const courseData = (course: AvailableCourse): CourseLeaf => ({
  '@type': 'Course',
  name: course.title,
  description: course.description,
  url: absoluteUrl(`/formations/${course.slug}`),
  image: absoluteUrl(socialPicturePath(`/formations/${course.slug}`)),
  inLanguage: 'fr',
  dateModified: course.updated,
  provider: provider(),
  educationalCredentialAwarded: course.certification,
  teaches: course.objectives,
  coursePrerequisites: course.prerequisites,
  offers: { '@type': 'Offer', category: 'Paid' },
  hasCourseInstance: ['onsite', 'online'].map((courseMode) => ({
    '@type': 'CourseInstance',
    courseMode,
    courseSchedule: {
      '@type': 'Schedule',
      repeatFrequency: 'Daily',
      repeatCount: course.durationDays,
      ...(duration !== '' && { duration }),
    },
  })),
});

export const courseList = (slugs: string[]): ItemListLeaf => ({
  '@type': 'ItemList',
  itemListElement: slugs.map((slug, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    url: absoluteUrl(`/formations/${slug}`),
  })),
});
