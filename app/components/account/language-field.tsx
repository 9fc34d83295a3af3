import { SelectField } from '#app/components/ui/field.tsx';
import { api } from '#app/lib/api-client.ts';
import { languageNames, useLanguage } from '#app/lib/language.tsx';
import { type Language, languages } from '#contract/languages.ts';

/** The languages that can be chosen here. */
export function useLanguageOptions() {
  const { offered } = useLanguage();
  return languages.filter((one) => offered.includes(one)).map((value) => ({ value, label: languageNames[value] }));
}

type LanguageFieldProps = {
  label: string;
  hint?: string;
  /** Runs the change and reports what happened. */
  onChoose: (language: Language, save: () => Promise<void>) => void;
};

/** The language of the signed-in user, on the screen and in mails. Saved at once. */
export function LanguageField({ label, hint, onChoose }: LanguageFieldProps) {
  const { language: shown, show } = useLanguage();
  const options = useLanguageOptions();
  return (
    <SelectField
      name="language"
      label={label}
      hint={hint}
      options={options}
      value={shown}
      onChange={({ target }) => {
        const language = languages.find((one) => one === target.value);
        if (language === undefined) return;
        onChoose(language, async () => {
          await api.auth.language.$post({ json: { language } });
          await show(language);
        });
      }}
    />
  );
}
