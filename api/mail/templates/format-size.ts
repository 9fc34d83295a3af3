const units = ['byte', 'kilobyte', 'megabyte'] as const;

/** Three digits at most, as file managers show it. */
export function formatSize(locale: string, bytes: number): string {
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1);
  const options = { style: 'unit', unit: units[power] ?? 'byte', maximumSignificantDigits: 3 } as const;
  return new Intl.NumberFormat(locale, options).format(bytes / 1000 ** power);
}
