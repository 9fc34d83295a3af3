import { Section, useAccountMutation } from '#app/components/account/account-section.tsx';
import { languageNames, MailLanguageField } from '#app/components/account/mail-language.tsx';
import { FormError } from '#app/components/ui/notice.tsx';
import { toast } from '#app/lib/toast.ts';
import { useSecurityCopy } from './security-copy.ts';

export function MailLanguageSection() {
  const { mailLanguage: copy, saved } = useSecurityCopy();
  const { run, errorMessage } = useAccountMutation(['mail-language']);
  return (
    <Section title={copy.title} icon="mail" description={copy.description}>
      <FormError message={errorMessage} />
      <div className="grid gap-4 sm:grid-cols-2">
        <MailLanguageField
          label={copy.label}
          onChoose={(language, save) =>
            void run(async () => {
              await save();
              toast({
                source: 'mail-language',
                title: saved,
                description: copy.saved(languageNames[language]),
              });
            })
          }
        />
      </div>
    </Section>
  );
}
