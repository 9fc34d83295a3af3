import { company } from '#content/site.ts';

// The server writes the company's own into the document (main/server/site/fill-facts.ts): a script is the same everywhere.
const { phone = company.phone, email = company.email } =
  typeof document === 'undefined' ? company : document.documentElement.dataset;

/** How users of the portal reach the company. */
export const contact = { phone, phoneHref: `tel:${phone.replaceAll(/[^+\d]/g, '')}`, email };
