import { copyPart, languagePart } from '#app/lib/copy.ts';
import type { Formats } from '#app/lib/formats.ts';

/** What all screens share: one chunk for each language (vite.config.ts). A screen's own copy is declared in its route. */
export const shellCopy = copyPart(() => import('#content/portal/en/shell.ts'), {
  fr: () => import('#content/portal/fr/shell.ts'),
  ar: () => import('#content/portal/ar/shell.ts'),
});

/** How the language writes numbers and dates, by the customer's country. */
export const formatsPart = languagePart<(country: string | null | undefined) => Formats>(async (language) => {
  if (language === 'fr') {
    const { french } = await import('#app/lib/french.ts');
    return () => french;
  }
  if (language === 'ar') return (await import('#app/lib/arabic.ts')).arabic;
  const { english } = await import('#app/lib/english.ts');
  return () => english;
});
