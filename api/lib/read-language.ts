import { type Language, languages } from '#contract/languages.ts';

/** The best match among our locales for an Accept-Language header; undefined if it names none of them. */
export function readLanguage(
  acceptLanguage: string | undefined | null,
  offered: readonly Language[] = languages,
): Language | undefined {
  let best: { locale: Language; weight: number } | undefined;
  for (const part of (acceptLanguage ?? '').slice(0, 500).split(',')) {
    const [range = '', ...parameters] = part.split(';').map((word) => word.trim().toLowerCase());
    const locale = offered.find((known) => range === known || range.startsWith(`${known}-`));
    if (locale === undefined) continue;
    const quality = parameters.find((parameter) => parameter.startsWith('q='));
    const weight = quality === undefined ? 1 : Number(quality.slice(2));
    if (weight > (best?.weight ?? 0)) best = { locale, weight };
  }
  return best?.locale;
}
