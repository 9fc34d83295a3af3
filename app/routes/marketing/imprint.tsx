import { LegalDocument } from '#app/components/sections/legal-document.tsx';
import body from '#content/legal/imprint.md?raw';
import { legalPages } from '#content/pages/legal.ts';
import { legalData } from './legal.ts';
import type { Route } from './+types/imprint.ts';

export const loader = () => legalData('/mentions-legales', legalPages.imprint, body);

export default function Imprint({ loaderData }: Route.ComponentProps) {
  return <LegalDocument {...loaderData} />;
}
