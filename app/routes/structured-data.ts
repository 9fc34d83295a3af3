import type { AvailableCourse } from '#content/schema/course.ts';
import type { ServiceCard } from '#content/schema/service.ts';
import type { Question } from '#content/schema/text.ts';
import { site } from '#content/site.ts';
import { absoluteUrl } from './page-meta.ts';

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
