import { LanguageSwitch } from '#app/components/layout/language-switch.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import { useAuth } from '#app/features/auth/auth.tsx';
import { useChooseLanguage } from '#app/features/auth/stored-language.tsx';
import { useCopy } from '#app/lib/copy.ts';
import { chosenLanguage, useLanguage } from '#app/lib/language.tsx';
import { useErrorMessage } from '#app/lib/portal-context.ts';
import { useHydrated } from '#app/lib/use-hydrated.ts';
import { toast } from '#app/lib/toast.ts';
import { languageOffers } from '#content/portal/language-offers.ts';
import { directionOf, languages, type PortalLanguage } from '#contract/languages.ts';
import { shellCopy } from './language.ts';

// Loaded after the screen (lazy-language.tsx).

/** Reports what fails. */
function useChoose() {
  const { shell } = useCopy(shellCopy);
  const choose = useChooseLanguage();
  const messageOf = useErrorMessage();
  return async (language: PortalLanguage) => {
    try {
      await choose(language);
    } catch (error) {
      toast({
        source: 'language',
        title: shell.language.failed,
        description: messageOf(error),
        variant: 'destructive',
      });
    }
  };
}

/** At sign-in and in the portal. */
export function PortalLanguageSwitch() {
  const { shell } = useCopy(shellCopy);
  return <LanguageSwitch label={shell.language.label} onChoose={useChoose()} />;
}

/** One line for readers whose browser prefers another language, in that language. Nothing switches by itself. */
export function LanguageOffer() {
  const { language, offered } = useLanguage();
  const { language: stored, isViewing } = useAuth();
  const isHydrated = useHydrated();
  const choose = useChoose();
  if (!isHydrated || isViewing || stored !== null || chosenLanguage() !== undefined) return null;
  const preferred = navigator.languages
    .map((tag) => languages.find((one) => tag === one || tag.startsWith(`${one}-`)))
    .find((one) => one !== undefined && offered.includes(one));
  if (preferred === undefined || preferred === language) return null;
  const { text, accept, dismiss } = languageOffers[preferred];
  return (
    <aside lang={preferred} dir={directionOf(preferred)} className="bottom-bar language-offer">
      <span>{text}</span>
      <button
        type="button"
        className="min-h-9 font-semibold text-azure underline underline-offset-4"
        onClick={() => void choose(preferred)}
      >
        {accept}
      </button>
      <button type="button" className="min-h-9 px-2 text-muted hover:text-ink" onClick={() => void choose(language)}>
        <Icon name="x" className="me-1 inline size-4" />
        {dismiss}
      </button>
    </aside>
  );
}
