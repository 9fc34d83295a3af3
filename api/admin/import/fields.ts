import { isStorable } from '#contract/fields.ts';

/** Why a value will not do, as the end of a sentence that begins with the column's name. */
export class BadValue extends Error {
  override name = 'BadValue';
}

export type Field = (value: string) => string;

const refuse = (reason: string): never => {
  throw new BadValue(reason);
};

export const text =
  (most: number): Field =>
  (value) => {
    if (!isStorable(value)) refuse('holds a character that cannot be kept');
    return Array.from(value).length > most ? refuse(`is longer than ${most} characters`) : value;
  };

/** `1250.50`, as the database writes it. What could be read in two ways is refused, with the way to write it. */
export const money: Field = (value) => {
  if (/^\d{1,12}(?:\.\d{1,2})?$/.test(value)) {
    const [whole = '', cents = ''] = value.split('.');
    return `${whole.replace(/^0+(?=\d)/, '')}.${cents.padEnd(2, '0')}`;
  }
  const example = 'write it like 1250.50';
  if (value.startsWith('-')) return refuse(`is "${value}", and an amount is never negative`);
  if (/^\d+\.\d{3,}$/.test(value)) return refuse(`is "${value}": an amount has at most two decimals`);
  if (/^\d+,\d{1,2}$/.test(value)) return refuse(`is "${value}": ${example}, with a point`);
  if (/^\d{1,3}(?:[,. \u00a0\u202f']\d{3})+(?:[.,]\d{1,2})?$/.test(value)) {
    return refuse(`is "${value}": ${example}, without a separator between the thousands`);
  }
  if (/[$€£]|[A-Z]{3}/i.test(value)) return refuse(`is "${value}": ${example}, without a currency`);
  return refuse(`is "${value}": ${example}`);
};

export const day: Field = (value) => {
  if (isDay(value)) return value;
  return refuse(`is "${value}": write a day like 2025-01-31 (year, month, day)`);
};

/** A day, or a moment with its offset from UTC; as the database keeps it, to the microsecond. */
export const moment: Field = (value) => {
  if (isDay(value)) return `${value}T00:00:00.000000Z`;
  const parts = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(?::(\d\d)(?:\.(\d{1,6}))?)?(Z|[+-]\d\d:\d\d)$/.exec(value);
  const [, date = '', time = '', seconds = '00', fraction = '', offset = ''] = parts ?? [];
  const at = Date.parse(`${date}T${time}:${seconds}${offset}`);
  if (parts === null || !isDay(date) || Number.isNaN(at)) {
    return refuse(`is "${value}": write a day like 2025-01-31 or a moment like 2025-01-31T09:30:00Z`);
  }
  return `${new Date(at).toISOString().slice(0, 19)}.${fraction.padEnd(6, '0')}Z`;
};

export const wholeNumber =
  (from: number, to: number): Field =>
  (value) => {
    const isWhole = /^\d{1,9}$/.test(value) && Number(value) >= from && Number(value) <= to;
    return isWhole ? String(Number(value)) : refuse(`is "${value}": write a whole number from ${from} to ${to}`);
  };

export const isUuid = (value: string) => /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value);

function isDay(value: string): boolean {
  if (!/^(?!0000)\d{4}-\d\d-\d\d$/.test(value)) return false;
  const at = Date.parse(`${value}T00:00:00Z`);
  // The 30th of February is read as a day of March.
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(value);
}
