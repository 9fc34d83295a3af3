/** Nine digits whose Luhn sum is a multiple of ten; they are written in groups of three. */
export function readSiren(written: string): string | undefined {
  const digits = written.replaceAll(/[\s.\u202f]/g, '');
  if (!/^\d{9}$/.test(digits)) return undefined;
  const sum = Array.from(digits).reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0 ? digits : undefined;
}

/** `123 456 782`. */
export const formatSiren = (siren: string) => siren.replaceAll(/(\d{3})(?=\d)/g, '$1\u00a0');
