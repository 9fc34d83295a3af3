import { useState } from 'react';
import { languageNames, useLanguage } from '#app/lib/language.tsx';
import { directionOf, type PortalLanguage } from '#contract/languages.ts';

type LanguageSwitchProps = {
  label: string;
  onChoose: (language: PortalLanguage) => Promise<void>;
};

/** All languages side by side: none of them is hidden behind a word of another. */
export function LanguageSwitch({ label, onChoose }: LanguageSwitchProps) {
  const { language, offered } = useLanguage();
  const [isBusy, setIsBusy] = useState(false);
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
          disabled={isBusy}
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
