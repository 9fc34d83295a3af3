import { auditPage } from './pages/audit.ts';
import { consultationPage } from './pages/consultation.ts';
import { contactPage } from './pages/contact.ts';
import { homePage } from './pages/home.ts';
import type { Notice } from './schema/form-pages.ts';

const textOf = ({ summary, details }: Notice, ...accepted: string[]) => [summary, ...details, ...accepted].join('\n');

/** What a visitor is told beside each form, and accepts, as it is kept for proof. */
export const consentTexts = {
  checklist: textOf(homePage.checklist.notice),
  contact: textOf(contactPage.form.notice),
  audit: textOf(auditPage.form.notice, auditPage.form.fields.agreeTerms.label),
  consultation: textOf(consultationPage.form.notice),
};
