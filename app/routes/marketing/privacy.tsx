import { LegalDocument } from '#app/components/sections/legal-document.tsx';
import body from '#content/legal/privacy.md?raw';
import { legalPages } from '#content/pages/legal.ts';
import { legalData } from './legal.ts';
import type { Route } from './+types/privacy.ts';

export const loader = () => legalData('/politique-confidentialite', legalPages.privacy, body);

export default function Privacy({ loaderData }: Route.ComponentProps) {
  return <LegalDocument {...loaderData} />;
}
