import { copyPart, languagePart } from '#app/lib/copy.ts';
import type { Formats } from '#app/lib/formats.ts';

async function joined<Common, Roles, Shell>(...modules: [Promise<Common>, Promise<Roles>, Promise<Shell>]) {
  const [common, roles, shell] = await Promise.all(modules);
  return { ...common, ...roles, ...shell };
}

/** What all screens share: one chunk for each language (vite.config.ts). A screen's own copy is declared in its route. */
export const shellCopy = copyPart(
  () =>
    joined(
      import('#content/portal/en/common.ts'),
      import('#content/portal/en/roles.ts'),
      import('#content/portal/en/shell.ts'),
    ),
  {
    fr: () =>
      joined(
        import('#content/portal/fr/common.ts'),
        import('#content/portal/fr/roles.ts'),
        import('#content/portal/fr/shell.ts'),
      ),
    ar: () =>
      joined(
        import('#content/portal/ar/common.ts'),
        import('#content/portal/ar/roles.ts'),
        import('#content/portal/ar/shell.ts'),
      ),
  },
);

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
