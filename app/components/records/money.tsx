import { FullText } from '#app/components/ui/full-text.tsx';
import { useCurrency } from '#app/lib/currency.ts';
import { notAvailable } from '#app/lib/formats.ts';
import { formatMoney } from '#contract/money.ts';

/** An amount in a cell. */
export function Money({ amount }: { amount: string | null }) {
  const currency = useCurrency();
  return (
    <FullText
      text={amount === null ? notAvailable : formatMoney(amount, currency)}
      className="font-semibold tabular-nums"
    />
  );
}
