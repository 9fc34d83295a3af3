import { BayMap } from '#app/marketing/pictures/bay-map.tsx';
import { LegalDocument } from '#app/marketing/sections/legal-document.tsx';
import imprint from '#content/legal/imprint.md?raw';
import privacy from '#content/legal/privacy.md?raw';
import terms from '#content/legal/terms.md?raw';
import { contactPage } from '#content/pages/contact.ts';
import { legalPages, privacyDeliveryAddendum } from '#content/pages/legal.ts';
import { legalData } from './legal.ts';
import type { Route } from './+types/legal-page.ts';

const pages: Record<string, [page: (typeof legalPages)['privacy'], body: string]> = {
  '/politique-confidentialite': [
    {
      ...legalPages.privacy,
      ...(import.meta.env.VITE_LEADS === 'deliver' && { addendum: privacyDeliveryAddendum }),
    },
    privacy,
  ],
  '/conditions-utilisation': [legalPages.terms, terms],
  '/mentions-legales': [legalPages.imprint, imprint],
};

export const loader = ({ pattern }: Route.LoaderArgs) => {
  const found = pages[pattern];
  if (found === undefined) throw new Error(`${pattern} is not a legal page`);
  // The publisher's address, on the map.
  return { ...legalData(pattern, ...found), map: pattern === '/mentions-legales' ? contactPage.map : undefined };
};

export default function LegalPage({ loaderData: { map, ...page } }: Route.ComponentProps) {
  return <LegalDocument {...page} picture={map && <BayMap {...map} />} />;
}
