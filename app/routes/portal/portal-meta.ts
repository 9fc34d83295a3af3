import { site } from '#content/site.ts';

export const portalTitle = (screen?: string) =>
  `${screen === undefined ? '' : `${screen} – `}Customer Portal – ${site.company.name}`;

export const portalHead = () => ({
  head: [
    { title: portalTitle() },
    { name: 'description', content: 'Access your invoices, contracts, licenses, and support tickets' },
    { name: 'robots', content: 'noindex, nofollow' },
  ],
});
