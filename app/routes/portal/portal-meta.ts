import { site } from '#content/site.ts';

/** `screen` is the open tab. */
export const portalMeta = (screen?: string) => [
  { title: `${screen === undefined ? '' : `${screen} – `}Customer Portal – ${site.company.name}` },
  { name: 'description', content: 'Access your invoices, contracts, licenses, and support tickets' },
  { name: 'robots', content: 'noindex, nofollow' },
];
