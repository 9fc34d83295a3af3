import type { NewsletterDelivery } from '#app/marketing/newsletter/newsletter-form.tsx';
import type { Delivery } from '#app/marketing/public-forms/delivery-parts.tsx';
import { consentTexts } from '#content/consents.ts';
import { delivery } from '#content/delivery.ts';
import { newsletterDelivery } from '#content/newsletter.ts';
import { hashConsent, type LeadForm } from '#contract/leads.ts';

/** For loaders of pages with a form. Undefined unless the build is one with `LEADS=deliver`: the form then makes no request. */
export const deliveryOf = async (form: LeadForm, page: string): Promise<Delivery | undefined> =>
  import.meta.env.VITE_LEADS === 'deliver'
    ? { form, page, consent: await hashConsent(consentTexts[form]), ...delivery }
    : undefined;

/** The same for the form in the footer. */
export const newsletterDeliveryOf = async (): Promise<Omit<NewsletterDelivery, 'page'> | undefined> =>
  import.meta.env.VITE_LEADS === 'deliver'
    ? { consent: await hashConsent(consentTexts.newsletter), trap: delivery.trap, ...newsletterDelivery }
    : undefined;
