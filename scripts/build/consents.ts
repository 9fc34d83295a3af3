import type { Consent } from '#api/services/leads/consents.ts';
import { consentText } from '#content/notice.ts';
import { auditPage } from '#content/pages/audit.ts';
import { consultationPage } from '#content/pages/consultation.ts';
import { contactPage } from '#content/pages/contact.ts';
import { homePage } from '#content/pages/home.ts';
import { hashConsent, type LeadForm } from '#contract/leads.ts';

const texts: Record<LeadForm, string> = {
  checklist: consentText(homePage.checklist.notice),
  contact: consentText(contactPage.form.notice),
  audit: consentText(auditPage.form.notice, auditPage.form.fields.agreeTerms.label),
  consultation: consentText(consultationPage.form.notice),
};

/** What the forms of this build tell visitors about their data: the server keeps it, as proof. */
export const describeConsents = (): Promise<Consent[]> =>
  Promise.all(
    (Object.keys(texts) as LeadForm[]).map(async (form) => ({
      form,
      hash: await hashConsent(texts[form]),
      text: texts[form],
    })),
  );
