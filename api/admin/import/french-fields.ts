import { BadValue, day, type Field, moment, money } from './fields.ts';

// Excel and accounting programs group thousands with any of these.
const space = '[ \\u00a0\\u2009\\u202f]';
const amount = new RegExp(`^(\\d{1,12}|\\d{1,3}(?:${space}\\d{3}){1,3})(?:,(\\d{1,2}))?${space}*(?:€|EUR)?$`);

/** `1 250,50 €`, `1250,50` and `1250.50`. What could be read in two ways, like `1.250`, is refused. */
const frenchMoney: Field = (value) => {
  const [, whole, cents = '0'] = amount.exec(value) ?? [];
  if (whole !== undefined) return money(`${whole.replaceAll(/\D/g, '')}.${cents}`);
  if (/^\d{1,12}\.\d{1,2}$/.test(value)) return money(value);
  if (value.startsWith('-')) throw new BadValue(`is "${value}", and an amount is never negative`);
  throw new BadValue(`is "${value}": write it like 1 250,50 or 1250,50 €`);
};

const readDay =
  (field: Field): Field =>
  (value) => {
    const [, date, month, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(value) ?? [];
    if (date === undefined && !value.includes('/')) return field(value);
    try {
      return field(`${year}-${month?.padStart(2, '0')}-${date?.padStart(2, '0')}`);
    } catch {
      throw new BadValue(`is "${value}": write a day like 31/12/2026 (day, month, year of four digits)`);
    }
  };

const inFrench = new Map<Field, Field>([
  [money, frenchMoney],
  [day, readDay(day)],
  [moment, readDay(moment)],
]);

/** The same column of a file that a French spreadsheet wrote. */
export const frenchField = (field: Field): Field => inFrench.get(field) ?? field;
