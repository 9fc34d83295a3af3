import { expect, test } from 'vitest';
import { hashAccount } from '#modules/bank/server/account-hash.ts';
import { checkIban } from '#modules/bank/site/check-iban.ts';

const iban = 'FR4299999000010123456789042';
const known = await hashAccount({ id: '00000000-0000-4000-8000-000000000000', iban });

test.each([
  ['ours', iban, known],
  ['ours', ' iban : fr42 9999 9000\u00a00101 2345-6789.042 ', known],
  ['other', 'FR5399999000010987654321017', known],
  ['invalid', 'FR4299999000010123456789043', known],
  ['invalid', '<b>', known],
  ['empty', ' \u200b ', known],
  // No account yet, and a page that no server has written to.
  ['unavailable', iban, ''],
  ['unavailable', iban, '__ACTIVE_BANK_ACCOUNT__'],
] as const)('%s: %s', async (result, typed, given) => {
  expect(await checkIban(typed, given)).toBe(result);
});

test('the document tells the number to nobody', () => {
  expect(known).not.toContain(iban.slice(4));
  expect(known).toMatch(/^[\w-]{36}\.[\w-]{43}$/);
});
