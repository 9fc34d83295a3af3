/** A spreadsheet runs a cell that begins so as a formula; an apostrophe in front makes it text again. */
const formulaStart = /^[\s\u00a0\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20\t\r]/;
const plainNumber = /^-?\d+(?:\.\d+)?$/;

function cell(value: string | null): string {
  if (value === null) return '';
  const safe = formulaStart.test(value) && !plainNumber.test(value) ? `'${value}` : value;
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export const csvLine = (values: readonly (string | null)[]) => `${values.map(cell).join(',')}\r\n`;
