import { Preferences } from '#app/desk/preferences/preferences.tsx';
import { copyPart, preloadCopy, useCopy } from '#app/lib/copy.ts';
import { deskLanguages } from '#contract/languages.ts';

const preferencesCopy = copyPart(() => import('#content/desk/fr/preferences.ts'), {
  en: () => import('#content/desk/en/preferences.ts'),
});
preloadCopy(deskLanguages, preferencesCopy);

export default function PreferencesRoute() {
  const { preferences } = useCopy(preferencesCopy);
  return <Preferences copy={preferences} />;
}
