import { LegalDocument } from '#app/components/sections/legal-document.tsx';
import body from '#content/legal/terms.md?raw';
import { legalPages } from '#content/pages/legal.ts';
import { legalData } from './legal.ts';
import type { Route } from './+types/terms.ts';

export const loader = () => legalData('/conditions-utilisation', legalPages.terms, body);

export default function Terms({ loaderData }: Route.ComponentProps) {
  return <LegalDocument {...loaderData} />;
}
