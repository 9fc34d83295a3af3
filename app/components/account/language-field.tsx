import { useEffect, useRef } from 'react';
import { SelectField } from '#app/components/ui/field.tsx';
import { api } from '#app/lib/api-client.ts';
import { languageNames } from '#app/components/layout/language-switch.tsx';
import { useLanguage } from '#app/lib/language.tsx';
import { toast } from '#app/lib/toast.ts';
import { languages } from '#contract/languages.ts';

/** The languages that can be chosen here. */
export function useLanguageOptions() {
  const { offered } = useLanguage();
  return languages.filter((one) => offered.includes(one)).map((value) => ({ value, label: languageNames[value] }));
}

type LanguageFieldProps = {
  copy: { label: string; hint?: string; saved: (language: string) => string };
  /** Runs the change and reports what fails. */
  onChoose: (save: () => Promise<void>) => void;
};

/** The language of the signed-in user, on the screen and in mails. Saved at once. */
export function LanguageField({ copy, onChoose }: LanguageFieldProps) {
  const { language: shown, show } = useLanguage();
  const options = useLanguageOptions();
  const chosen = useRef<string>(undefined);
  // Said in the language that was chosen.
  useEffect(() => {
    if (chosen.current === undefined) return;
    toast({ source: 'language', title: copy.saved(chosen.current) });
    chosen.current = undefined;
  }, [copy]);
  return (
    <SelectField
      name="language"
      label={copy.label}
      hint={copy.hint}
      options={options}
      value={shown}
      onChange={({ target }) => {
        const language = languages.find((one) => one === target.value);
        if (language === undefined) return;
        onChoose(async () => {
          await api.auth.language.$post({ json: { language } });
          chosen.current = languageNames[language];
          await show(language);
        });
      }}
    />
  );
}
