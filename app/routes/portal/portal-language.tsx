import { lazy, Suspense, useEffect, useEffectEvent } from 'react';
import { LanguageSwitch } from '#app/components/layout/language-switch.tsx';
import { useAuth } from '#app/features/auth/auth.tsx';
import { api } from '#app/lib/api-client.ts';
import { useCopy } from '#app/lib/copy.ts';
import { chosenLanguage, useLanguage } from '#app/lib/language.tsx';
import { useErrorMessage } from '#app/lib/portal-context.ts';
import { useHydrated } from '#app/lib/use-hydrated.ts';
import { toast } from '#app/lib/toast.ts';
import { isLanguage, type Language, languages, type PortalLanguage } from '#contract/languages.ts';
import { shellCopy } from './language.ts';

/** In this tab, before sign-in: it wins over what is stored. */
let wasChosenHere = false;

async function save(language: PortalLanguage) {
  if (isLanguage(language)) await api.auth.language.$post({ json: { language } });
}

/** At sign-in and in the portal. */
export function PortalLanguageSwitch() {
  const { shell } = useCopy(shellCopy);
  const { user, isViewing } = useAuth();
  const messageOf = useErrorMessage();
  const choose = async (language: PortalLanguage) => {
    wasChosenHere = user === null;
    if (user !== null && !isViewing) await save(language);
  };
  return (
    <LanguageSwitch
      label={shell.language.label}
      save={choose}
      onError={(error) =>
        toast({
          source: 'language',
          title: shell.language.failed,
          description: messageOf(error),
          variant: 'destructive',
        })
      }
    />
  );
}

/** Shows what the user chose in another browser; stores what was chosen in this one before sign-in. */
export function useStoredLanguage() {
  const { user, language: stored, isViewing } = useAuth();
  const { language, offered, show } = useLanguage();
  const userId = isViewing ? undefined : user?.id;
  const follow = useEffectEvent((stored: Language | null) => {
    const isOffered = offered.some((one) => one === stored);
    if (stored !== null && isOffered && !wasChosenHere) {
      if (stored !== language) void show(stored).catch(() => {});
    } else if (stored !== language && chosenLanguage() === language) void save(language).catch(() => {});
    wasChosenHere = false;
  });
  useEffect(() => {
    if (userId !== undefined) follow(stored);
  }, [userId, stored]);
}

const Offer = lazy(async () => {
  const module = await import('./language-offer.tsx').catch(() => undefined);
  return { default: module?.LanguageOffer ?? ((_props: { language: 'en' | 'fr' | 'ar' }) => <></>) };
});

/** One line for readers whose browser prefers another language. Nothing switches by itself. */
export function LanguageOffer() {
  const { language, offered } = useLanguage();
  const { language: stored } = useAuth();
  const isHydrated = useHydrated();
  if (!isHydrated || stored !== null || chosenLanguage() !== undefined) return null;
  const preferred = navigator.languages
    .map((tag) => languages.find((one) => tag === one || tag.startsWith(`${one}-`)))
    .find((one) => one !== undefined && offered.includes(one));
  if (preferred === undefined || preferred === language) return null;
  return (
    <Suspense>
      <Offer language={preferred} />
    </Suspense>
  );
}
