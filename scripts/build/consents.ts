import type { Consent } from '#modules/leads/server/consents.ts';
import { consentTexts } from '#content/consents.ts';
import { consentForms, hashConsent } from '#contract/leads.ts';

/** What the forms of this build tell visitors about their data: the server keeps it, as proof. */
export const describeConsents = (): Promise<Consent[]> =>
  Promise.all(
    consentForms.map(async (form) => ({ form, hash: await hashConsent(consentTexts[form]), text: consentTexts[form] })),
  );
