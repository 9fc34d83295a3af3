// Where our customers are: France, the EU, and its neighbours.
const codes =
  'FR MC BE LU DE IT ES PT NL IE AT DK SE FI PL CZ SK HU SI HR RO BG GR CY MT EE LV LT CH GB NO MA TN DZ SN CI US CA'.split(
    ' ',
  );

/** France first. `chosen` is always among them. */
export function countries(chosen: string, locale: string): { value: string; label: string }[] {
  const names = new Intl.DisplayNames(locale, { type: 'region' });
  const all = codes.includes(chosen) || !/^[A-Z]{2}$/.test(chosen) ? codes : [...codes, chosen];
  const options = all.map((value) => ({ value, label: names.of(value) ?? value }));
  const [france, ...others] = options;
  return [
    ...(france ? [france] : []),
    ...others.toSorted((one, other) => one.label.localeCompare(other.label, locale)),
  ];
}
