import { type Locale, locales } from './mail.ts';

const fallback: Locale = 'en';

/** The language of a mail to whoever sent this Accept-Language: the one of ours that they like best. */
export function readerLocale(acceptLanguage: string | undefined | null): Locale {
  let best: { locale: Locale; weight: number } | undefined;
  for (const part of (acceptLanguage ?? '').slice(0, 500).split(',')) {
    const [range = '', ...parameters] = part.split(';').map((word) => word.trim().toLowerCase());
    const locale = locales.find((known) => range === known || range.startsWith(`${known}-`));
    if (locale === undefined) continue;
    const quality = parameters.find((parameter) => parameter.startsWith('q='));
    const weight = quality === undefined ? 1 : Number(quality.slice(2));
    if (weight > (best?.weight ?? 0)) best = { locale, weight };
  }
  return best?.locale ?? fallback;
}
