import { compare } from '#contract/decimal.ts';
import type { InvoiceDetail } from '#contract/record-detail.ts';

export const isPayable = ({ kind, isUnpaid, remaining }: InvoiceDetail) =>
  kind === 'invoice' && isUnpaid && compare(remaining, '0') > 0;

/** Where an invoice's page says how to pay it. */
export const howToPayId = 'how-to-pay';
