import { compare } from './decimal.ts';

/**
 * The text of a QR code that European banking apps read (EPC069-12, version 2): twelve lines, of which purpose, structured reference
 * and information stay empty. Null where it cannot be: another currency, nothing to pay, no account.
 */
export function epcText(transfer: {
  holder: string | null;
  iban: string | null;
  bic: string | null;
  currency: string;
  amount: string;
  reference: string | null;
}): string | null {
  const { holder, iban, bic, currency, amount, reference } = transfer;
  const isPayable = compare(amount, '0.01') >= 0 && compare(amount, '999999999.99') <= 0;
  if (holder === null || iban === null || currency !== 'EUR' || !isPayable) return null;
  const line = (text: string, maxLength: number) => text.replaceAll(/\s+/g, ' ').trim().slice(0, maxLength);
  return [
    'BCD',
    '002',
    '1', // UTF-8
    'SCT',
    bic ?? '',
    line(holder, 70),
    iban.replaceAll(' ', ''),
    `EUR${amount}`,
    '',
    '',
    line(reference ?? '', 140),
    '',
  ].join('\n');
}
