import { useState } from 'react';
import { useLanguage } from '#app/lib/language.tsx';
import { useHydrated } from '#app/lib/use-hydrated.ts';
import { directionOf, type PortalLanguage } from '#contract/languages.ts';

/** Each in its own words, so that readers find theirs on a page that they cannot read. */
export const languageNames: Record<PortalLanguage, string> = {
  en: 'English',
  fr: 'Français',
  ar: 'العربية',
  'en-XA': '⟦Ƥšéûđö⟧',
};

type LanguageSwitchProps = {
  label: string;
  onChoose: (language: PortalLanguage) => Promise<void>;
};

/** All languages side by side: none of them is hidden behind a word of another. */
export function LanguageSwitch({ label, onChoose }: LanguageSwitchProps) {
  const { language, offered } = useLanguage();
  const [isBusy, setIsBusy] = useState(false);
  // It is prerendered, and its code comes after the screen: a press before would be lost.
  const isHydrated = useHydrated();
  if (offered.length < 2) return null;
  const choose = async (next: PortalLanguage) => {
    setIsBusy(true);
    await onChoose(next);
    setIsBusy(false);
  };
  return (
    <div role="group" aria-label={label} className="flex flex-wrap gap-x-1 text-sm">
      {offered.map((one) => (
        <button
          key={one}
          type="button"
          lang={one}
          dir={directionOf(one)}
          disabled={isBusy || !isHydrated}
          aria-pressed={one === language}
          onClick={() => void choose(one)}
          className="min-h-10 rounded-md px-2.5 text-muted underline-offset-4 hover:text-ink hover:underline aria-pressed:font-semibold aria-pressed:text-ink"
        >
          {languageNames[one]}
        </button>
      ))}
    </div>
  );
}
