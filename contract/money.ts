const formatters = new Map<string, Intl.NumberFormat>();

function formatterFor(locale: string, currency: string, decimals?: number): Intl.NumberFormat {
  const key = `${locale} ${currency} ${decimals}`;
  const known = formatters.get(key);
  if (known !== undefined) return known;
  const formatter = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    // Only English readers see dollars of several countries side by side: `CA$`.
    currencyDisplay: locale === 'en-US' ? 'symbol' : 'narrowSymbol',
    ...(decimals !== undefined && { minimumFractionDigits: decimals, maximumFractionDigits: decimals }),
  });
  formatters.set(key, formatter);
  return formatter;
}

/** `$`, `€`, `F CFA`. */
const currencySign = (currency: string, locale = 'en-US') =>
  formatterFor(locale, currency)
    .formatToParts(0)
    .find(({ type }) => type === 'currency')?.value ?? currency;

/**
 * `1250.50` as `$1,250.50`, `1250.00` as `$1,250`: no decimals for whole amounts, else those of the currency and never fewer
 * than the amount has. Intl reads the string: a float would lose cents.
 */
export function formatMoney(amount: string, currency: string, locale = 'en-US'): string {
  const [exact, fraction = ''] = /^-?\d+(?:\.(\d{1,3}))?$/.exec(amount) ?? [];
  if (exact === undefined) return `${currencySign(currency, locale)}${amount}`;
  const { maximumFractionDigits = 2 } = formatterFor(locale, currency).resolvedOptions();
  const decimals = /^0*$/.test(fraction) ? 0 : Math.max(maximumFractionDigits, fraction.length);
  const written = formatterFor(locale, currency, decimals).format(exact as Intl.StringNumericLiteral);
  return locale.startsWith('ar') ? isolateParts(written) : written;
}

/** In a line from right to left, `-300 US$` would be shown as `$-300 US`: the figure and the sign keep their own order. */
const isolateParts = (amount: string) =>
  amount.replace(/^[\u200e\u200f]*([-\d.,]+)\u00a0(.+)$/, '\u200f\u2066$1\u2069\u00a0\u2068$2\u2069');
