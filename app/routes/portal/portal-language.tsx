import { useEffect, useEffectEvent } from 'react';
import { LanguageSwitch } from '#app/components/layout/language-switch.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import { useAuth } from '#app/features/auth/auth.tsx';
import { api } from '#app/lib/api-client.ts';
import { useCopy } from '#app/lib/copy.ts';
import { chosenLanguage, useLanguage } from '#app/lib/language.tsx';
import { useErrorMessage } from '#app/lib/portal-context.ts';
import { useHydrated } from '#app/lib/use-hydrated.ts';
import { toast } from '#app/lib/toast.ts';
import { languageOffers } from '#content/portal/language-offers.ts';
import { directionOf, isLanguage, type Language, languages, type PortalLanguage } from '#contract/languages.ts';
import { shellCopy } from './language.ts';

// Loaded after the screen (lazy-language.tsx).

/** In this tab, before sign-in: it wins over what is stored. */
let wasChosenHere = false;

/** Shows the language, and stores it for the signed-in user. */
function useChoose() {
  const { shell } = useCopy(shellCopy);
  const { user, isViewing } = useAuth();
  const { show } = useLanguage();
  const messageOf = useErrorMessage();
  return async (language: PortalLanguage) => {
    try {
      if (user !== null && !isViewing) await save(language);
      await show(language);
      wasChosenHere = user === null;
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

async function save(language: PortalLanguage) {
  if (isLanguage(language)) await api.auth.language.$post({ json: { language } });
}

/** At sign-in and in the portal. */
export function PortalLanguageSwitch() {
  const { shell } = useCopy(shellCopy);
  return <LanguageSwitch label={shell.language.label} onChoose={useChoose()} />;
}

/** Shows what the user chose in another browser; stores what was chosen in this one before sign-in. */
export function StoredLanguage() {
  const { user, language: stored, isViewing } = useAuth();
  const { language, offered, show } = useLanguage();
  const userId = isViewing ? undefined : user?.id;
  const follow = useEffectEvent((known: Language | null) => {
    if (known !== null && offered.includes(known) && !wasChosenHere) {
      if (known !== language) void show(known).catch(() => {});
    } else if (known !== language && chosenLanguage() === language) void save(language).catch(() => {});
    wasChosenHere = false;
  });
  useEffect(() => {
    if (userId !== undefined) follow(stored);
  }, [userId, stored]);
  return null;
}

/** One line for readers whose browser prefers another language, in that language. Nothing switches by itself. */
export function LanguageOffer() {
  const { language, offered } = useLanguage();
  const { language: stored } = useAuth();
  const isHydrated = useHydrated();
  const choose = useChoose();
  if (!isHydrated || stored !== null || chosenLanguage() !== undefined) return null;
  const preferred = navigator.languages
    .map((tag) => languages.find((one) => tag === one || tag.startsWith(`${one}-`)))
    .find((one) => one !== undefined && offered.includes(one));
  if (preferred === undefined || preferred === language) return null;
  const { text, accept, dismiss } = languageOffers[preferred];
  return (
    <aside
      lang={preferred}
      dir={directionOf(preferred)}
      className="flex flex-wrap items-center justify-center gap-x-4 border-b border-line bg-tint px-4 py-1 text-sm print:hidden"
    >
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
