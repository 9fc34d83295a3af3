import type { CsvColumn } from './list-view.ts';

/** In hundredths: a float would lose cents. */
function toCents(amount: string): bigint {
  const [, sign, whole, cents = ''] = /^(-?)(\d+)(?:\.(\d{1,2}))?0*$/.exec(amount) ?? [];
  if (whole === undefined) return 0n;
  return BigInt(`${sign}${whole}${cents.padEnd(2, '0')}`);
}

function fromCents(cents: bigint): string {
  const digits = String(cents < 0n ? -cents : cents).padStart(3, '0');
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

interface Counting<Item> {
  isCounted: (item: Item) => boolean;
  /** `someOnly`: where there are rows that do not count. */
  label: { all: string; someOnly: string };
}

/** The sums of the columns with amounts, over the rows that count. */
export function createTotals<Item>(columns: readonly CsvColumn<Item>[], { isCounted, label }: Counting<Item>) {
  const sums = columns.map(() => 0n);
  let isAll = true;
  return {
    add: (item: Item) => {
      if (!isCounted(item)) {
        isAll = false;
        return;
      }
      for (const [at, { isMoney, csv }] of columns.entries())
        if (isMoney) sums[at] = (sums[at] ?? 0n) + toCents(csv(item));
    },
    /** One cell per column, beginning with the label; `format` writes an amount. */
    cells: (format: (amount: string) => string) =>
      columns.map(({ isMoney }, at) => {
        if (at === 0) return isAll ? label.all : label.someOnly;
        return isMoney ? format(fromCents(sums[at] ?? 0n)) : '';
      }),
  };
}
export type Totals<Item> = ReturnType<typeof createTotals<Item>>;
