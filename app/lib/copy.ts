import { use } from 'react';
import type { PortalLanguage } from '#contract/languages.ts';
import { addLoader, firstLanguage, useLanguage } from './language.tsx';

export type LanguagePart<Value> = ReturnType<typeof languagePart<Value>>;

/** What differs by language, loaded when somebody reads it. */
export function languagePart<Value>(read: (language: PortalLanguage) => Promise<Value>) {
  const parts = new Map<PortalLanguage, Promise<Value>>();
  const load = (language: PortalLanguage): Promise<Value> => {
    const known = parts.get(language);
    if (known !== undefined) return known;
    addLoader(load);
    const promise = read(language);
    parts.set(language, promise);
    promise.then(
      // React looks for these: what is loaded is read without suspending.
      (value) => Object.assign(promise, { status: 'fulfilled', value }),
      // The next reader tries again.
      () => parts.delete(language),
    );
    return promise;
  };
  return { load };
}

type Translations<Copy, Spoken extends PortalLanguage> = Record<Spoken, () => Promise<NoInfer<Copy>>>;

/** The texts of one part of the portal or of the desk. `first` is its default language, and defines the shape of the others. */
export function copyPart<Copy extends object>(
  first: () => Promise<Copy>,
  others: Translations<Copy, 'fr' | 'ar'> | Translations<Copy, 'en'>,
) {
  const translations: Partial<Translations<Copy, PortalLanguage>> = others;
  return languagePart(async (language): Promise<Copy> => {
    const read = translations[language] ?? first;
    if (language === 'en' || language === 'fr') return read();
    const [{ rewriteFor }, copy] = await Promise.all([import('./rewritten-copy.ts'), read()]);
    return rewriteFor(language, { ...copy });
  });
}

/** Loads the copy of a screen together with its code, before it is rendered. */
export function preloadCopy(
  offered: Parameters<typeof firstLanguage>[0],
  ...parts: { load: (language: PortalLanguage) => Promise<unknown> }[]
) {
  if (typeof document === 'undefined') return;
  for (const { load } of parts) load(firstLanguage(offered)).catch(() => {});
}

/**
 * A part in the language of the page. Suspends while it is loaded. Each call uses its promise, also where the value is known: React
 * renders a suspended component again with the promises of the first attempt, by their order.
 */
export function useCopy<Value>({ load }: LanguagePart<Value>): Value {
  const { language } = useLanguage();
  return use(load(language));
}
