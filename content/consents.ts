import { auditPage } from './pages/audit.ts';
import { consultationPage } from './pages/consultation.ts';
import { contactPage } from './pages/contact.ts';
import { homePage } from './pages/home.ts';
import { newsletterDelivery } from './newsletter.ts';
import type { Notice } from './schema/form-pages.ts';
import { site } from './site.ts';

/** With plain spaces and hyphens: pages have others where a line must not break (scripts/build/no-breaks.ts), and the hash must be the same. */
const textOf = (...lines: string[]) => lines.join('\n').replaceAll('\u00a0', ' ').replaceAll('\u2011', '-');
const linesOf = ({ summary, details }: Notice) => [summary, ...details];
const { text, link } = site.newsletter.notice;

/** What a visitor is told beside each form, and accepts, as it is kept for proof. */
export const consentTexts = {
  checklist: textOf(...linesOf(homePage.checklist.notice)),
  contact: textOf(...linesOf(contactPage.form.notice)),
  audit: textOf(...linesOf(auditPage.form.notice), auditPage.form.fields.agreeTerms.label),
  consultation: textOf(...linesOf(consultationPage.form.notice)),
  newsletter: textOf(`${text} ${link.label}.`, newsletterDelivery.notice),
};
