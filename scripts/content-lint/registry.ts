import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { courses } from '#content/courses/catalogue.ts';
import { factCopy } from '#content/facts.ts';
import { cybersecurityChecklist } from '#content/documents/cybersecurity-checklist.ts';
import { bank } from '#modules/bank/copy/desk.fr.ts';
import { audit } from '#content/desk/fr/administration.ts';
import { health } from '#modules/monitoring/copy/desk.fr.ts';
import { newsletter } from '#modules/newsletter/copy/desk.fr.ts';
import { reminders } from '#modules/reminders/copy/desk.fr.ts';
import { conversation } from '#content/desk/fr/conversation.ts';
import { staffConversation } from '#content/desk/fr/staff-conversation.ts';
import { dashboard } from '#content/desk/fr/dashboard.ts';
import { desk } from '#content/desk/fr/desk.ts';
import { documents } from '#modules/invoicing/copy/documents.fr.ts';
import { importing } from '#content/desk/fr/import.ts';
import { keyboard } from '#content/desk/fr/keyboard.ts';
import { mails } from '#content/desk/fr/mails.ts';
import { newInvoice } from '#modules/invoicing/copy/new-invoice.fr.ts';
import { newTicket } from '#content/desk/fr/new-ticket.ts';
import { preferences } from '#content/desk/fr/preferences.ts';
import { type BuildParts, fill } from '#content/legal/fill.ts';
import { auditPage } from '#content/pages/audit.ts';
import { bookingCopy, bookingPage } from '#modules/appointments/copy/site.fr.ts';
import { consultationPage } from '#content/pages/consultation.ts';
import { verifyPage } from '#content/pages/verify.ts';
import { contactPage } from '#content/pages/contact.ts';
import { cookiePreferences } from '#content/pages/cookie-preferences.ts';
import { coursePage } from '#content/pages/course.ts';
import { newsletterDelivery } from '#content/newsletter.ts';
import { errorPage } from '#content/pages/error.ts';
import { homePage } from '#content/pages/home.ts';
import { invoiceExample } from '#content/pages/invoice-example.ts';
import { legalPages } from '#content/pages/legal.ts';
import { notFoundPage } from '#content/pages/not-found.ts';
import { partnersPage } from '#content/pages/partners.ts';
import { plansPage } from '#content/pages/plans.ts';
import { resourcesPage } from '#content/pages/resources.ts';
import { servicesPage } from '#content/pages/services.ts';
import { trainingPage } from '#content/pages/training.ts';
import { mailLinkCopy } from '#content/pages/mail-links.ts';
import { wallPage } from '#content/pages/wall.ts';
import { whyUsPage } from '#content/pages/why-us.ts';
import * as courseSchema from '#content/schema/course.ts';
import * as documentSchema from '#content/schema/documents.ts';
import * as formSchema from '#content/schema/form-pages.ts';
import * as pageSchema from '#content/schema/pages.ts';
import * as serviceSchema from '#content/schema/service.ts';
import * as siteSchema from '#content/schema/site.ts';
import * as textSchema from '#content/schema/text.ts';
import { cybersecurity } from '#content/services/cybersecurity.ts';
import { infrastructure } from '#content/services/infrastructure.ts';
import { managedServices } from '#content/services/managed-services.ts';
import { microsoftCloud } from '#content/services/microsoft-cloud.ts';
import { offers, publisher, site, training } from '#content/site.ts';
import { portalFiles } from './portal-files.ts';

export type ContentRecord = { file: string; schema: z.ZodType; data: unknown };

const { legalPage } = pageSchema;
const siteFile = z.object({
  site: siteSchema.site,
  publisher: siteSchema.publisher,
  training: siteSchema.training,
  offers: siteSchema.offers,
});
const factsFile = z.record(z.string(), z.record(z.string(), textSchema.text));
const legalFile = z.object({ privacy: legalPage, terms: legalPage, cookies: legalPage, imprint: legalPage });
const course = z.discriminatedUnion('status', [courseSchema.availableCourse, courseSchema.courseInPreparation]);

const deskFiles = {
  desk,
  administration: { audit },
  conversation: { conversation },
  'staff-conversation': staffConversation,
  dashboard,
  'new-ticket': newTicket,
  import: importing,
  keyboard,
  mails,
  preferences,
};

const moduleFiles = {
  'bank/copy/desk': bank,
  'invoicing/copy/documents': documents,
  'invoicing/copy/new-invoice': newInvoice,
  'monitoring/copy/desk': health,
  'newsletter/copy/desk': newsletter,
  'reminders/copy/desk': reminders,
};

/** All copy with its file and schema, for content-lint and the tests. */
export const registry: ContentRecord[] = [
  { file: 'content/site.ts', schema: siteFile, data: { site, publisher, training, offers } },
  { file: 'content/facts.ts', schema: factsFile, data: factCopy },
  { file: 'content/pages/home.ts', schema: pageSchema.homePage, data: homePage },
  { file: 'content/pages/invoice-example.ts', schema: documentSchema.invoiceExample, data: invoiceExample },
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
  { file: 'content/pages/wall.ts', schema: pageSchema.wallPage, data: wallPage },
  { file: 'content/pages/verify.ts', schema: formSchema.verifyPage, data: verifyPage },
  { file: 'content/pages/contact.ts', schema: formSchema.contactPage, data: contactPage },
  { file: 'content/pages/audit.ts', schema: formSchema.auditPage, data: auditPage },
  { file: 'content/pages/plans.ts', schema: pageSchema.plansPage, data: plansPage },
  { file: 'content/pages/consultation.ts', schema: formSchema.consultationPage, data: consultationPage },
  { file: 'modules/appointments/copy/site.fr.ts', schema: textSchema.texts, data: { bookingPage, bookingCopy } },
  { file: 'content/pages/legal.ts', schema: legalFile, data: legalPages },
  { file: 'content/pages/cookie-preferences.ts', schema: textSchema.texts, data: cookiePreferences },
  { file: 'content/pages/not-found.ts', schema: pageSchema.notFoundPage, data: notFoundPage },
  { file: 'content/pages/mail-links.ts', schema: textSchema.texts, data: mailLinkCopy },
  ...Object.entries(deskFiles).map(([name, data]) => ({
    file: `content/desk/fr/${name}.ts`,
    schema: textSchema.texts,
    data,
  })),
  ...Object.entries(moduleFiles).map(([name, data]) => ({
    file: `modules/${name}.fr.ts`,
    schema: textSchema.texts,
    data,
  })),
  ...Object.entries(portalFiles).map(([name, data]) => ({
    file: `content/portal/fr/${name}.ts`,
    // Parts of sentences begin or end with a space.
    schema: z.unknown(),
    data,
  })),
  {
    file: 'content/documents/cybersecurity-checklist.ts',
    schema: documentSchema.checklistDocument,
    data: cybersecurityChecklist,
  },
  { file: 'content/newsletter.ts', schema: textSchema.texts, data: newsletterDelivery },
  { file: 'content/pages/error.ts', schema: textSchema.texts, data: errorPage },
];

export type LegalText = { file: string; markdown: string };

const legalText = (name: string, parts?: BuildParts): LegalText => {
  const file = `content/legal/${name}.md`;
  try {
    const markdown = readFileSync(new URL(`../../content/legal/${name}.md`, import.meta.url), 'utf8');
    return { file, markdown: fill(markdown, parts) };
  } catch (error) {
    throw new Error(`${file}: ${(error as Error).message}`, { cause: error });
  }
};

/** The privacy policy of a build in which everything is stored: LEADS=deliver and BOOKING=on. */
export const completePrivacy = legalText('privacy', { leads: true, booking: true });
export const legalTexts: LegalText[] = [
  ...['privacy', 'terms', 'cookies', 'imprint'].map((name) => legalText(name)),
  completePrivacy,
];

/** One string that a visitor reads, and where it is written. */
export type Copy = { file: string; path: string; text: string };

// Values that the code reads and no visitor does.
const unread = new Set([
  'slug',
  'status',
  'to',
  'icon',
  'value',
  'mark',
  'numberFill',
  'lettering',
  'kind',
  'updated',
  'related',
  'phoneHref',
  'external',
  'openingHours',
  'at',
  'answeredAt',
]);

export const joinPath = (path: PropertyKey[]): string =>
  path.map((key, index) => (typeof key === 'number' ? `[${key}]` : `${index === 0 ? '' : '.'}${String(key)}`)).join('');

/** A word, and a list of one. */
const word: unknown = Object.assign(Object('x'), { join: () => 'x' });

const collect = (file: string, value: unknown, path: PropertyKey[]): Copy[] => {
  if (typeof value === 'string') return [{ file, path: joinPath(path), text: value }];
  if (Array.isArray(value)) return value.flatMap((entry, index) => collect(file, entry, [...path, index]));
  // A sentence is read with a word in the place of each value.
  if (typeof value === 'function') {
    const words = Array.from({ length: value.length }, () => word);
    return collect(file, Reflect.apply(value, undefined, words), path);
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, entry]) => (unread.has(key) ? [] : collect(file, entry, [...path, key])));
};

export const copyOfRecord = ({ file, data }: ContentRecord): Copy[] => collect(file, data, []);

const withoutMarkup = (line: string) =>
  line
    .replace(/^(#+|-) /, '')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/`[^`]*`/g, '')
    .replaceAll('*', '')
    .trim();

export const copyOfLegalText = ({ file, markdown }: LegalText): Copy[] =>
  markdown.split('\n').flatMap((line, index) => {
    const cells = line.startsWith('|') ? line.split('|').filter((cell) => !/^[\s-]*$/.test(cell)) : [line];
    return cells
      .map((cell) => ({ file, path: `line ${index + 1}`, text: withoutMarkup(cell.trim()) }))
      .filter(({ text }) => text !== '');
  });

export const allCopy: Copy[] = [...registry.flatMap(copyOfRecord), ...legalTexts.flatMap(copyOfLegalText)];
