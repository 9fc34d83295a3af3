/** Numbers and days as documents show them. Intl reads the strings exactly; a float would lose cents. */
export function documentFormats(locale: string, currency: string) {
  const decimal = (minimumFractionDigits: number, maximumFractionDigits: number) => {
    const format = new Intl.NumberFormat(locale, { minimumFractionDigits, maximumFractionDigits });
    return (value: string) => format.format(value as Intl.StringNumericLiteral);
  };
  const asMoney = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  });
  const days = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
  const shortDays = new Intl.DateTimeFormat(locale, { dateStyle: 'short', timeZone: 'UTC' });
  const unitPrice = decimal(2, 8);
  const quantity = decimal(0, 8);
  const rate = decimal(0, 2);
  return {
    /** Without the sign of the currency. */
    amount: decimal(2, 2),
    money: (value: string) => asMoney.format(value as Intl.StringNumericLiteral),
    quantity,
    price: (value: string, per: string) => (per === '1' ? unitPrice(value) : `${unitPrice(value)} / ${quantity(per)}`),
    percent: (value: string) => `${rate(value)}${locale.startsWith('fr') ? '\u00a0' : ''}%`,
    day: (value: string) => days.format(new Date(`${value}T00:00:00Z`)),
    shortDay: (value: string) => shortDays.format(new Date(`${value}T00:00:00Z`)),
  };
}
export type DocumentFormats = ReturnType<typeof documentFormats>;
