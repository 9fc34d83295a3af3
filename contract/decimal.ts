/** Exact arithmetic on decimals in strings: a JavaScript number would lose cents. */

const parts = /^(-?)(\d+)(?:\.(\d+))?$/;

export const isDecimal = (value: string) => parts.test(value);

interface Scaled {
  units: bigint;
  scale: number;
}

function read(value: string): Scaled {
  const [, sign, whole, fraction = ''] = parts.exec(value) ?? [];
  if (whole === undefined) throw new TypeError(`"${value}" is not a decimal.`);
  return { units: BigInt(`${sign}${whole}${fraction}`), scale: fraction.length };
}

const at = ({ units, scale }: Scaled, digits: number) => units * 10n ** BigInt(digits - scale);

function write(units: bigint, scale: number): string {
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0');
  const sign = units < 0n ? '-' : '';
  return scale === 0 ? `${sign}${digits}` : `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

/** Half away from zero, as in accounting. */
function divide(dividend: bigint, divisor: bigint): bigint {
  const isNegative = dividend < 0n !== divisor < 0n;
  const [top, bottom] = [dividend < 0n ? -dividend : dividend, divisor < 0n ? -divisor : divisor];
  const rounded = (2n * top + bottom) / (2n * bottom);
  return isNegative ? -rounded : rounded;
}

/** With exactly this many digits after the point. */
export function round(value: string, digits = 2): string {
  const given = read(value);
  const units = given.scale <= digits ? at(given, digits) : divide(given.units, 10n ** BigInt(given.scale - digits));
  return write(units, digits);
}

export function add(...values: string[]): string {
  const all = values.map(read);
  const scale = Math.max(2, ...all.map((one) => one.scale));
  return write(
    all.reduce((total, one) => total + at(one, scale), 0n),
    scale,
  );
}

export const negate = (value: string) => {
  const { units, scale } = read(value);
  return write(-units, scale);
};

export const subtract = (from: string, ...values: string[]) => add(from, ...values.map(negate));

/** Exact: with as many digits as both factors have. */
export function multiply(one: string, other: string): string {
  const [first, second] = [read(one), read(other)];
  return write(first.units * second.units, first.scale + second.scale);
}

/** Rounded to this many digits. */
export function quotient(dividend: string, divisor: string, digits = 2): string {
  const [top, bottom] = [read(dividend), read(divisor)];
  const scale = Math.max(top.scale, bottom.scale);
  return write(divide(at(top, scale) * 10n ** BigInt(digits), at(bottom, scale)), digits);
}

/** Negative, zero or positive, for sorting. */
export function compare(one: string, other: string): number {
  const { units } = read(subtract(one, other));
  return units < 0n ? -1 : Number(units > 0n);
}
