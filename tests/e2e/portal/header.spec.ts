import { desktop, expectNoViolation, phone, tablet } from '../axe.ts';
import { users } from './users.ts';
import { expect, isWhole, openPortal, test } from './portal-test.ts';

test('the header and the six tabs', async ({ page, signInAs }) => {
  await signInAs(users.claire);
  await openPortal(page);
  await expect(page.getByText(`Welcome, ${users.claire}`)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sign Out' })).toBeVisible();
  await expect(page.getByRole('tab')).toHaveText([
    'Overview',
    'Invoices',
    'Contracts',
    'Payments',
    'Licenses',
    'Support',
  ]);
  await expect(page.getByRole('tab', { name: 'Overview' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('link', { name: 'home' })).toHaveAttribute('href', '/');
});

for (const { of, size, email } of [
  { of: 'an address', size: phone, email: undefined },
  ...[phone, tablet, desktop].map((each) => ({
    of: 'an address of 120 characters',
    size: each,
    email: `${'marie-christine.'.repeat(4)}${'a'.repeat(40)}@cabinet.example`,
  })),
])
  test(`the header shows the whole of ${of} at ${size.width} px @phone`, async ({ page, signInAs }) => {
    await page.setViewportSize(size);
    await signInAs(users.claire);
    if (email !== undefined)
      await page.route('**/api/auth/session', async (route) => {
        const response = await route.fetch();
        const session = (await response.json()) as { user: object };
        await route.fulfill({ response, json: { ...session, user: { ...session.user, email } } });
      });
    await openPortal(page);
    const header = page.getByRole('banner');
    const shown = header.getByText(email ?? users.claire, { exact: true });
    await expect(shown).toBeVisible();
    for (const part of [shown, shown.locator('..')]) expect(await isWhole(part)).toBe(true);
    const [text, button] = await Promise.all([
      shown.boundingBox(),
      header.getByRole('button', { name: 'Sign Out' }).boundingBox(),
    ]);
    expect((text?.x ?? 0) + (text?.width ?? Infinity)).toBeLessThanOrEqual(button?.x ?? 0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(size.width);
  });

for (const language of ['en', 'fr', 'ar'] as const) {
  test(`a phone’s header is less than 120 px high in ${language} @phone${language === 'fr' ? '' : ' @all'}`, async ({
    page,
    signInAs,
  }) => {
    await page.setViewportSize(phone);
    await signInAs(users.claire);
    await openPortal(page);
    // Other journeys of the same user expect English.
    await page.route('**/api/auth/language', (route) => route.fulfill({ json: { language } }));
    await page.context().addCookies([{ name: 'language', value: language, url: new URL(page.url()).origin }]);
    await page.goto('/customer-portal/support');
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    const header = await page.getByRole('banner').boundingBox();
    expect(header?.height).toBeLessThan(120);
    // The open tab is in sight, although the line of tabs is longer than the screen.
    await expect(page.getByRole('tab', { selected: true })).toBeInViewport({ ratio: 1 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  });
}

test('on a phone, people and account are in a menu that closes when one is opened @phone @all', async ({
  page,
  signInAs,
}) => {
  await page.setViewportSize(phone);
  await signInAs(users.claire);
  await openPortal(page);
  const account = page.getByRole('link', { name: 'Account', exact: true });
  await expect(account).toBeHidden();
  await page.getByRole('button', { name: 'Menu' }).press('Enter');
  await expectNoViolation(page, 'menu of the portal', [phone]);
  await page.keyboard.press('Escape');
  await expect(account).toBeHidden();
  await page.getByRole('button', { name: 'Menu' }).click();
  await account.click();
  await expect(page).toHaveURL(/\/account$/);
  await expect(account).toBeHidden();
});
