import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { SelectField } from '#app/components/ui/field.tsx';
import { api } from '#app/lib/api-client.ts';
import { type Language, languages } from '#contract/languages.ts';

const mailLanguageQuery = queryOptions({
  queryKey: ['mail-language'],
  queryFn: ({ signal }) => api.auth['mail-language'].$get({}, { signal }),
});

// Each in its own words, so that a reader finds theirs on any page.
export const languageNames: Record<Language, string> = { en: 'English', fr: 'Français' };
export const languageOptions = languages.map((value) => ({ value, label: languageNames[value] }));

/** The language that the browser asks for, among ours. */
export const browserLanguage = (): Language => (navigator.language.startsWith('fr') ? 'fr' : 'en');

type MailLanguageFieldProps = {
  label: string;
  /** Runs the change and reports what happened. */
  onChoose: (language: Language, save: () => Promise<void>) => void;
};

/** The language of all mails to the signed-in user. Saved at once. */
export function MailLanguageField({ label, onChoose }: MailLanguageFieldProps) {
  const client = useQueryClient();
  const { data } = useQuery(mailLanguageQuery);
  if (data === undefined) return null;
  return (
    <SelectField
      name="mailLanguage"
      label={label}
      options={languageOptions}
      value={data.language}
      onChange={({ target }) => {
        const language = languages.find((one) => one === target.value);
        if (language === undefined) return;
        onChoose(language, async () => {
          client.setQueryData(
            mailLanguageQuery.queryKey,
            await api.auth['mail-language'].$post({ json: { language } }),
          );
        });
      }}
    />
  );
}
