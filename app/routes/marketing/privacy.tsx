import { LegalDocument } from '#app/components/sections/legal-document.tsx';
import body from '#content/legal/privacy.md?raw';
import { legalPages } from '#content/pages/legal.ts';
import { legalData } from './legal-data.ts';
import { legalMeta } from './legal-meta.ts';
import type { Route } from './+types/privacy.ts';

export const loader = () => ({
  ...legalData(legalPages.privacy, body),
  ...legalMeta('/politique-confidentialite', legalPages.privacy),
});

export default function Privacy({ loaderData }: Route.ComponentProps) {
  return <LegalDocument {...loaderData} />;
}
