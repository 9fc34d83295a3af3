import { type ReactNode, startTransition, useEffect, useState } from 'react';
import { directionOf, languageCookie, languages, type PortalLanguage } from '#contract/languages.ts';
import { requiredContext } from './required-context.ts';

type LanguageState = {
  language: PortalLanguage;
  /** Those that can be chosen here; the first is the default. */
  offered: readonly PortalLanguage[];
  /** Shows the language as soon as its copy is loaded, and remembers it in this browser. Rejects if the copy cannot be loaded. */
  show: (language: PortalLanguage) => Promise<void>;
};

const [LanguageContext, useLanguage] = requiredContext<LanguageState>('LanguageContext');
export { useLanguage };

const root = typeof document === 'undefined' ? undefined : document.documentElement;

/** PORTAL_LANGUAGES, which the server writes into the document. */
export const portalOffer = (root?.dataset.languages?.split(',') ?? languages) as unknown as [
  PortalLanguage,
  ...PortalLanguage[],
];

/** What somebody chose in this browser, whether or not it is offered. */
export const chosenLanguage = () =>
  root && new RegExp(`(?:^|; )${languageCookie}=([\\w-]+)(?:;|$)`).exec(document.cookie)?.[1];

function rememberLanguage(language: PortalLanguage) {
  const secure = location.protocol === 'https:' ? '; secure' : '';
  document.cookie = `${languageCookie}=${language}; path=/; max-age=31536000; samesite=lax${secure}`;
}

/** The parts that a screen has read: all of them change together. */
const loaders = new Set<(language: PortalLanguage) => Promise<unknown>>();

export const addLoader = (load: (language: PortalLanguage) => Promise<unknown>) => void loaders.add(load);

/** For the outermost component with texts: it is hydrated, in the reader's language (scripts/build/first-paint.ts). */
export function useHydratedScreen() {
  useEffect(() => {
    if (root === undefined) return;
    Object.assign(root.dataset, { hydrated: '', painted: '' });
    delete root.dataset.pending;
  }, []);
}

/** The language that was chosen in this browser; the first is the default. */
export const firstLanguage = (offered: readonly [PortalLanguage, ...PortalLanguage[]]) =>
  offered.find((one) => one === chosenLanguage()) ?? offered[0];

/** `offered`: the first one is that of the prerendered document, unless the server offers another one first. */
export function LanguageProvider({
  offered,
  children,
}: {
  offered: readonly [PortalLanguage, ...PortalLanguage[]];
  children: ReactNode;
}) {
  const [language, setLanguage] = useState(() => firstLanguage(offered));
  useEffect(() => {
    if (root === undefined) return;
    root.lang = language;
    root.dir = directionOf(language);
  }, [language]);
  const show = async (next: PortalLanguage) => {
    await Promise.all([...loaders].map((load) => load(next)));
    rememberLanguage(next);
    startTransition(() => setLanguage(next));
  };
  return <LanguageContext value={{ language, offered, show }}>{children}</LanguageContext>;
}
