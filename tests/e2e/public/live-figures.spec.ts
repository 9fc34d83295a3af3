import type { Page } from '@playwright/test';
import { expectNoViolation } from '../axe.ts';
import { expect, test } from './visitor.ts';

const plain = (text: string | null) => (text ?? '').replaceAll(/\s/g, ' ').replaceAll('\u2011', '-').trim();
const invoice = (page: Page) => page.locator('figure', { has: page.locator('[data-invoice-check]') });
const amountsOf = async (page: Page) =>
  (await invoice(page).locator('dd').allTextContents()).map((amount) => plain(amount));

for (const path of ['/services/microsoft-cloud', '/microsoft-plans']) {
  test(`${path}: the invoice line calculates with the visitor’s own figures`, async ({ visit, page }) => {
    await visit(path);
    expect(await amountsOf(page)).toEqual(['100', '15', '115']);
    const requests: string[] = [];
    await page.waitForLoadState('networkidle');
    page.on('request', (request) => requests.push(request.url()));
    const licences = page.getByRole('textbox', { name: 'Nombre de licences' });
    const price = page.getByRole('textbox', { name: 'Prix d’une licence' });
    const output = invoice(page).getByRole('status');
    await licences.fill('20');
    expect(await amountsOf(page)).toEqual(['100', '15', '115']);
    await price.fill('13,90');
    expect(await amountsOf(page)).toEqual(['241,74 €', '36,26 €', '278,00 €']);
    expect(plain(await output.textContent())).toContain(
      'À 13,90 € la licence, 15 % de marge supposent un tarif éditeur de 12,09 €.',
    );
    await expectNoViolation(page, 'an own invoice');
    for (const typed of ['-3', 'douze', '1e9', '99999999', '12,345', '<b>1</b>']) {
      await price.fill(typed);
      expect(await amountsOf(page), typed).toEqual(['100', '15', '115']);
      await expect(output, typed).toContainText('Un nombre entier de licences et un prix');
    }
    await licences.fill('9999');
    await price.fill('9999,99');
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    await price.fill('');
    expect(await amountsOf(page)).toEqual(['100', '15', '115']);
    await expect(output).toBeEmpty();
    expect(requests).toEqual([]);
  });
}

test('without JavaScript the example of the invoice stands, without fields', async ({ reader: page }) => {
  await page.goto('/microsoft-plans');
  expect(await amountsOf(page)).toEqual(['100', '15', '115']);
  await expect(page.locator('[data-invoice-check]')).toBeHidden();
});

const times = [
  ['2026-11-18T09:05:00Z', '10 h 05', 'ouvert jusqu’à 18 h 00', '1'],
  ['2026-11-18T20:40:00Z', '21 h 40', 'fermé, réouverture demain à 8 h 00', '0'],
  ['2026-11-20T20:40:00Z', '21 h 40', 'fermé, réouverture lundi à 8 h 00', '0'],
  ['2026-11-21T11:00:00Z', '12 h 00', 'fermé, réouverture lundi à 8 h 00', '1'],
  // Summer time begins, and ends.
  ['2026-03-29T01:00:00Z', '3 h 00', 'fermé, réouverture demain à 8 h 00', '0'],
  ['2026-10-26T06:30:00Z', '7 h 30', 'fermé, ouverture à 8 h 00', '0.'],
] as const;

test('the closing scene knows the time in Nice, wherever the visitor is', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL: baseURL ?? '', timezoneId: 'Asia/Tokyo', locale: 'en-US' });
  const page = await context.newPage();
  for (const [at, time, state, daylight] of times) {
    await page.clock.setFixedTime(at);
    await page.goto('/partners');
    const line = page.locator('[data-office-hour] > span');
    await expect
      .poll(async () => plain(await line.textContent()))
      .toBe(
        `Bureau ${state}. Il est ${time} à Nice ; pour les urgences de nos clients en services managés, le support répond 24/7.`,
      );
    const light = await page.evaluate(() => document.documentElement.style.getPropertyValue('--daylight'));
    expect(light.slice(0, daylight.length), at).toBe(daylight);
  }
  await context.close();
});

test('the contact page tells beside the phone number whether the office is open', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL: baseURL ?? '', timezoneId: 'Asia/Tokyo' });
  const page = await context.newPage();
  for (const [at, time, state] of times.slice(0, 2)) {
    await page.clock.setFixedTime(at);
    await page.goto('/contact');
    const line = page.locator('[data-office-hour] > span');
    await expect.poll(async () => plain(await line.textContent())).toBe(`Bureau ${state}. Il est ${time} à Nice.`);
    await expect(page.locator('p:has(+ [data-office-hour])')).toContainText('+33 4 65 71 00 06');
  }
  await context.close();
});

for (const width of [320, 768, 1440]) {
  test(`at ${width} px its line keeps its height when the script writes the time`, async ({ visit, page, reader }) => {
    await reader.setViewportSize({ width, height: 800 });
    await page.setViewportSize({ width, height: 800 });
    await reader.goto('/partners');
    await expect(reader.locator('[data-office-hour]')).toContainText('Le bureau est ouvert du lundi au vendredi');
    await visit('/partners');
    await expect(page.locator('[data-office-hour]')).toContainText('Il est');
    const heights = await Promise.all(
      [reader, page].map((one) => one.locator('[data-office-hour]').evaluate((line) => line.clientHeight)),
    );
    expect(heights[0]).toBe(heights[1]);
  });
}

test('pages fade into each other, and back and forward work', async ({ visit, page, browserErrors }) => {
  browserErrors.expect(/401/);
  await page.addInitScript(() => {
    addEventListener('pagereveal', (event) => {
      Object.assign(window, { isFaded: (event as Event & { viewTransition: unknown }).viewTransition !== null });
    });
  });
  const isFaded = () => page.evaluate(() => (window as { isFaded?: boolean }).isFaded);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await visit('/partners');
  await page.getByRole('banner').getByRole('link', { name: 'Contact' }).first().click();
  await expect(page).toHaveURL('/contact');
  await expect.poll(isFaded).toBe(false);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await visit('/');
  await page.getByRole('main').getByRole('link', { name: 'Montez votre mur' }).click();
  await expect(page).toHaveURL('/montez-votre-mur');
  await expect.poll(isFaded).toBe(true);
  await page.goBack();
  await expect(page).toHaveURL('/');
  await page.goForward();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Montez votre mur');
  await page.getByRole('banner').getByRole('link', { name: 'Espace client' }).first().click();
  await expect(page).toHaveURL(/customer-auth/);
});
