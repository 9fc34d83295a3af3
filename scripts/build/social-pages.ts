import { availableCourses } from '../../content/courses/catalogue.ts';
import { auditPage } from '../../content/pages/audit.ts';
import { consultationPage } from '../../content/pages/consultation.ts';
import { contactPage } from '../../content/pages/contact.ts';
import { coursePage } from '../../content/pages/course.ts';
import { homePage } from '../../content/pages/home.ts';
import { legalPages } from '../../content/pages/legal.ts';
import { notFoundPage } from '../../content/pages/not-found.ts';
import { partnersPage } from '../../content/pages/partners.ts';
import { plansPage } from '../../content/pages/plans.ts';
import { resourcesPage } from '../../content/pages/resources.ts';
import { servicesPage } from '../../content/pages/services.ts';
import { trainingPage } from '../../content/pages/training.ts';
import { whyUsPage } from '../../content/pages/why-us.ts';
import { cybersecurity } from '../../content/services/cybersecurity.ts';
import { infrastructure } from '../../content/services/infrastructure.ts';
import { managedServices } from '../../content/services/managed-services.ts';
import { microsoftCloud } from '../../content/services/microsoft-cloud.ts';
import { site } from '../../content/site.ts';
import type { SocialPicture } from './social-picture.ts';

type Hero = { eyebrow: string; title: string };

const ofHero = (hero: Hero, ...facts: string[]): SocialPicture => ({ kicker: hero.eyebrow, title: hero.title, facts });
const ofLegal = ({ title }: { title: string }): SocialPicture => ({ kicker: site.company.name, title, facts: [] });

/** What each public page shows when it is shared. */
export const socialPages: Record<string, SocialPicture> = {
  '/': ofHero(homePage.hero, ...homePage.hero.badges),
  '/services': ofHero(servicesPage.hero),
  ...Object.fromEntries(
    [infrastructure, managedServices, cybersecurity, microsoftCloud].map(({ hero, card }) => [
      `/services/${card.slug}`,
      { kicker: card.name, title: hero.title, facts: [card.price] },
    ]),
  ),
  '/formations': ofHero(trainingPage.hero),
  ...Object.fromEntries(
    availableCourses.map((course) => [
      `/formations/${course.slug}`,
      {
        kicker: course.domain,
        title: course.title,
        facts: [`${course.durationDays}\u00a0jours`, coursePage.delivery, course.certification],
      },
    ]),
  ),
  '/why-us': ofHero(whyUsPage.hero),
  '/partners': ofHero(partnersPage.hero),
  '/resources': ofHero(resourcesPage.hero),
  '/contact': ofHero(contactPage.hero),
  '/free-audit': ofHero(auditPage.hero),
  '/microsoft-plans': ofHero(plansPage.hero),
  '/schedule-consultation': ofHero(consultationPage.hero),
  '/politique-confidentialite': ofLegal(legalPages.privacy),
  '/conditions-utilisation': ofLegal(legalPages.terms),
  '/politique-cookies': ofLegal(legalPages.cookies),
  '/mentions-legales': ofLegal(legalPages.imprint),
  '/404': { kicker: site.company.name, title: notFoundPage.seo.title, facts: [] },
};
