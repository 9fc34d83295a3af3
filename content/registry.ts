import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { courses } from './courses/catalogue.ts';
import { fill } from './legal/fill.ts';
import { auditPage } from './pages/audit.ts';
import { consultationPage } from './pages/consultation.ts';
import { contactPage } from './pages/contact.ts';
import { cookiePreferences } from './pages/cookie-preferences.ts';
import { coursePage } from './pages/course.ts';
import { errorPage } from './pages/error.ts';
import { homePage } from './pages/home.ts';
import { legalPages } from './pages/legal.ts';
import { notFoundPage } from './pages/not-found.ts';
import { partnersPage } from './pages/partners.ts';
import { plansPage } from './pages/plans.ts';
import { resourcesPage } from './pages/resources.ts';
import { servicesPage } from './pages/services.ts';
import { trainingPage } from './pages/training.ts';
import { verificationWords } from './pages/verification.ts';
import { whyUsPage } from './pages/why-us.ts';
import { cookiePreferencesWords } from './schema/cookie-preferences.ts';
import * as courseSchema from './schema/course.ts';
import * as pageSchema from './schema/pages.ts';
import * as serviceSchema from './schema/service.ts';
import * as siteSchema from './schema/site.ts';
import * as verificationSchema from './schema/verification.ts';
import { cybersecurity } from './services/cybersecurity.ts';
import { infrastructure } from './services/infrastructure.ts';
import { managedServices } from './services/managed-services.ts';
import { microsoftCloud } from './services/microsoft-cloud.ts';
import { publisher, site } from './site.ts';

export type ContentRecord = { file: string; schema: z.ZodType; data: unknown };

const { legalPage } = pageSchema;
const siteFile = z.object({ site: siteSchema.site, publisher: siteSchema.publisher });
const legalFile = z.object({ privacy: legalPage, terms: legalPage, cookies: legalPage, imprint: legalPage });
const course = z.discriminatedUnion('status', [courseSchema.availableCourse, courseSchema.courseInPreparation]);

/** All that we say, with the file that says it: what the checks before the build and the tests read. */
export const registry: ContentRecord[] = [
  { file: 'content/site.ts', schema: siteFile, data: { site, publisher } },
  { file: 'content/pages/home.ts', schema: pageSchema.homePage, data: homePage },
  { file: 'content/pages/services.ts', schema: pageSchema.servicesPage, data: servicesPage },
  { file: 'content/services/infrastructure.ts', schema: serviceSchema.infrastructurePage, data: infrastructure },
  { file: 'content/services/managed-services.ts', schema: serviceSchema.managedServicesPage, data: managedServices },
  { file: 'content/services/cybersecurity.ts', schema: serviceSchema.cybersecurityPage, data: cybersecurity },
  { file: 'content/services/microsoft-cloud.ts', schema: serviceSchema.microsoftCloudPage, data: microsoftCloud },
  { file: 'content/pages/training.ts', schema: pageSchema.trainingPage, data: trainingPage },
  { file: 'content/pages/course.ts', schema: pageSchema.coursePage, data: coursePage },
  ...courses.map((data) => ({ file: `content/courses/${data.slug}.ts`, schema: course, data })),
  { file: 'content/pages/why-us.ts', schema: pageSchema.whyUsPage, data: whyUsPage },
  { file: 'content/pages/partners.ts', schema: pageSchema.partnersPage, data: partnersPage },
  { file: 'content/pages/resources.ts', schema: pageSchema.resourcesPage, data: resourcesPage },
  { file: 'content/pages/contact.ts', schema: pageSchema.contactPage, data: contactPage },
  { file: 'content/pages/audit.ts', schema: pageSchema.auditPage, data: auditPage },
  { file: 'content/pages/plans.ts', schema: pageSchema.plansPage, data: plansPage },
  { file: 'content/pages/consultation.ts', schema: pageSchema.consultationPage, data: consultationPage },
  { file: 'content/pages/legal.ts', schema: legalFile, data: legalPages },
  { file: 'content/pages/cookie-preferences.ts', schema: cookiePreferencesWords, data: cookiePreferences },
  { file: 'content/pages/not-found.ts', schema: pageSchema.notFoundPage, data: notFoundPage },
  { file: 'content/pages/verification.ts', schema: verificationSchema.verificationWords, data: verificationWords },
  { file: 'content/pages/error.ts', schema: pageSchema.errorPage, data: errorPage },
];

export type LegalText = { file: string; markdown: string };

const legalText = (name: string): LegalText => {
  const file = `content/legal/${name}.md`;
  try {
    return { file, markdown: fill(readFileSync(new URL(`legal/${name}.md`, import.meta.url), 'utf8')) };
  } catch (error) {
    throw new Error(`${file}: ${(error as Error).message}`, { cause: error });
  }
};

export const legalTexts: LegalText[] = ['privacy', 'terms', 'cookies', 'imprint'].map(legalText);
