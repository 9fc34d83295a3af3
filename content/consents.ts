import { auditPage } from './pages/audit.ts';
import { consultationPage } from './pages/consultation.ts';
import { contactPage } from './pages/contact.ts';
import { homePage } from './pages/home.ts';
import { newsletterDelivery } from './newsletter.ts';
import type { Notice } from './schema/form-pages.ts';
import { site } from './site.ts';

/** With plain spaces and hyphens: pages have others where a line must not break (scripts/build/no-breaks.ts), and the hash must be the same. */
const plain = (...lines: string[]) => lines.join('\n').replaceAll('\u00a0', ' ').replaceAll('\u2011', '-');

const textOf = ({ summary, details }: Notice, ...accepted: string[]) => plain(summary, ...details, ...accepted);

/** What a visitor is told beside each form, and accepts, as it is kept for proof. */
export const consentTexts = {
  checklist: textOf(homePage.checklist.notice),
  contact: textOf(contactPage.form.notice),
  audit: textOf(auditPage.form.notice, auditPage.form.fields.agreeTerms.label),
  consultation: textOf(consultationPage.form.notice),
  newsletter: plain(`${site.newsletter.notice.text} ${site.newsletter.notice.link.label}.`, newsletterDelivery.notice),
};
