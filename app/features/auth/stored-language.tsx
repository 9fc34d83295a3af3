import { useEffect, useEffectEvent } from 'react';
import { api } from '#app/lib/api-client.ts';
import { chosenLanguage, useLanguage } from '#app/lib/language.tsx';
import { isLanguage, type Language, type PortalLanguage } from '#contract/languages.ts';
import { useAuth } from './auth.tsx';

/** In this tab, before sign-in: it wins over what is stored. */
let wasChosenHere = false;

async function save(language: PortalLanguage) {
  if (isLanguage(language)) await api.auth.language.$post({ json: { language } });
}

/** Shows the language, and stores it for the signed-in user. */
export function useChooseLanguage() {
  const { user, isViewing } = useAuth();
  const { show } = useLanguage();
  return async (language: PortalLanguage) => {
    if (user !== null && !isViewing) await save(language);
    await show(language);
    wasChosenHere = user === null;
  };
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
