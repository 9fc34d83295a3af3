import { LegalDocument } from '#app/components/sections/legal-document.tsx';
import body from '#content/legal/imprint.md?raw';
import { legalPages } from '#content/pages/legal.ts';
import { legalData } from './legal-data.ts';
import { legalMeta } from './legal-meta.ts';
import type { Route } from './+types/imprint.ts';

export const loader = () => ({
  ...legalData(legalPages.imprint, body),
  ...legalMeta('/mentions-legales', legalPages.imprint),
});

export default function Imprint({ loaderData }: Route.ComponentProps) {
  return <LegalDocument {...loaderData} />;
}
