import { Icon } from '#app/components/ui/icon.tsx';
import { useAuth } from '#app/features/auth/auth.tsx';
import { api } from '#app/lib/api-client.ts';
import { useLanguage } from '#app/lib/language.tsx';
import { useStoredFlag } from '#app/lib/stored-flag.ts';
import { languageOffers } from '#content/portal/language-offers.ts';
import { directionOf, type Language } from '#contract/languages.ts';

/** In the language that it offers. */
export function LanguageOffer({ language }: { language: Language }) {
  const { show } = useLanguage();
  const { user } = useAuth();
  const [isDismissed, setDismissed] = useStoredFlag('language-offer-dismissed');
  if (isDismissed) return null;
  const { text, accept, dismiss } = languageOffers[language];
  const choose = async () => {
    await show(language);
    if (user !== null) await api.auth.language.$post({ json: { language } });
  };
  return (
    <aside
      lang={language}
      dir={directionOf(language)}
      className="language-offer flex flex-wrap items-center justify-center gap-x-4 gap-y-1 border-b border-line bg-tint px-4 py-1.5 text-sm print:hidden"
    >
      <span>{text}</span>
      <button
        type="button"
        className="min-h-9 font-semibold text-azure underline underline-offset-4"
        onClick={() => void choose().catch(() => {})}
      >
        {accept}
      </button>
      <button type="button" className="min-h-9 px-2 text-muted hover:text-ink" onClick={() => setDismissed(true)}>
        <Icon name="x" className="me-1 inline size-4" />
        {dismiss}
      </button>
    </aside>
  );
}
