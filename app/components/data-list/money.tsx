import { TruncatedText } from '#app/components/ui/truncated-text.tsx';
import { useCurrency } from '#app/lib/currency.ts';
import { notAvailable } from '#app/lib/formats.ts';
import { formatMoney } from '#contract/money.ts';

/** An amount in a cell. */
export function Money({ amount }: { amount: string | null }) {
  const currency = useCurrency();
  return (
    <TruncatedText
      text={amount === null ? notAvailable : formatMoney(amount, currency)}
      className="font-semibold tabular-nums"
    />
  );
}
