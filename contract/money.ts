const styles = new Map<string, { sign: string; decimals: number }>();

/** The sign before an amount in en-US (`$`, `€`, `CHF `), and the number of decimals of the currency. */
function currencyStyle(currency: string) {
  const known = styles.get(currency);
  if (known !== undefined) return known;
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency });
  const parts = format.formatToParts(0);
  const sign = parts
    .slice(
      0,
      parts.findIndex(({ type }) => type === 'integer'),
    )
    .map(({ value }) => value);
  const style = { sign: sign.join(''), decimals: format.resolvedOptions().maximumFractionDigits ?? 2 };
  styles.set(currency, style);
  return style;
}

export const currencySign = (currency: string) => currencyStyle(currency).sign;

/**
 * `1250.50` as `$1,250.50`, `1250.00` as `$1,250`: no decimals for whole amounts, else those of the currency and never fewer
 * than the amount has. Works on the string: a float would lose cents.
 */
export function formatMoney(amount: string, currency: string): string {
  const { sign, decimals } = currencyStyle(currency);
  const [, minus = '', whole, fraction = ''] = /^(-?)(\d+)(?:\.(\d{1,3}))?$/.exec(amount) ?? [];
  if (whole === undefined) return `${sign}${amount}`;
  const grouped = whole.replace(/^0+(?=\d)/, '').replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
  const isWhole = /^0*$/.test(fraction);
  return `${minus}${sign}${grouped}${isWhole ? '' : `.${fraction.padEnd(decimals, '0')}`}`;
}
