import { expectNoViolation } from '../axe.ts';
import { expect, test } from '../fixtures.ts';

// The server of journeys has the demo's account (modules/bank/server/demo.ts).
const ours = 'fr42 9999 9000 0101 2345 6789 042';

test('an IBAN is compared in the browser, and no request leaves', async ({ page }) => {
  const account = page.locator('[data-account]');
  // The server learns of the account a moment after it has started.
  await expect(async () => {
    await page.goto('/verifier');
    await expect(account).toHaveAttribute('data-account', /^[\w-]{36}\.[\w-]{43}$/);
  }).toPass();
  const field = page.getByLabel('IBAN reçu');
  const button = page.getByRole('button', { name: 'Vérifier', exact: true });
  await field.fill(ours);
  await expect(button).toBeEnabled();
  // Pictures and prefetched pages are not what is asked here.
  await page.waitForLoadState('networkidle');
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.context().setOffline(true);
  const results = [
    [ours, 'C’est bien notre compte'],
    ['FR7699999000020000000000197', 'Ce n’est pas notre compte'],
    ['FR7699999000020000000000198', 'Cet IBAN n’existe pas'],
    ['<img src=x>', 'Cet IBAN n’existe pas'],
    ['   ', 'Aucun IBAN'],
  ] as const;
  for (const [typed, title] of results) {
    await field.fill(typed);
    await button.click();
    await expect(page.locator('[data-result]')).toContainText(title);
  }
  expect(requests).toEqual([]);
  await page.context().setOffline(false);
  await expectNoViolation(page, 'a wrong IBAN');
  expect(await page.content()).not.toContain('9999900001012345');
});

test('on a phone, the number to call after a payment is in sight without unfolding it', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/verifier');
  const call = page.getByRole('main').getByRole('link', { name: /^Nous prévenir/ });
  await expect(call).toBeVisible();
  await expect(call).toHaveAttribute('href', 'tel:+33465710006');
});
