import type { Consent } from '#api/services/leads/consents.ts';
import { consentTexts } from '#content/consents.ts';
import { hashConsent, leadForms } from '#contract/leads.ts';

/** What the forms of this build tell visitors about their data: the server keeps it, as proof. */
export const describeConsents = (): Promise<Consent[]> =>
  Promise.all(
    leadForms.map(async (form) => ({ form, hash: await hashConsent(consentTexts[form]), text: consentTexts[form] })),
  );
