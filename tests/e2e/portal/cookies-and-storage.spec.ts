import type { Page } from '@playwright/test';
import { codeOf } from '#tests/support/factors.ts';
import { formOf, isReady, person, readStorage } from '../public/visitor.ts';
import { expect, openPortal, openSignIn, submitSignIn, test, toast } from './portal-test.ts';
import { guarded, users } from './users.ts';

const secondsPerDay = 86_400;

/** `10 minutes`, `7 jours`, `6 mois`, `1 an`: how the cookie policy writes what is left of a cookie's life. */
function frenchPeriod(seconds: number): string {
  const days = seconds / secondsPerDay;
  if (days < 1) return `${Math.round(seconds / 60)} minutes`;
  if (days < 31) return `${Math.round(days)} jours`;
  return days < 360 ? `${Math.round(days / 30.4)} mois` : `${Math.round(days / 365)} an`;
}

/** What the policy calls it: over https the names of cookies begin with `__Host-`, and some keys end with the user's id. */
const nameOf = (name: string) => name.replace(/^__Host-/, '').replace(/:.*$/, ':…');

/** What the browser was seen to keep: the kind of each name, and the periods of cookies. */
class Kept {
  readonly kinds: Record<string, string> = {};
  readonly periods: Record<string, string> = {};

  async look(page: Page): Promise<void> {
    for (const { name, expires, httpOnly } of await page.context().cookies()) {
      this.kinds[nameOf(name)] = 'cookie';
      this.periods[nameOf(name)] = frenchPeriod(expires - Date.now() / 1000);
      expect(httpOnly, `scripts cannot read ${name}`).toBe(!['cookie-preferences', 'language'].includes(name));
    }
    const found = await readStorage(page);
    for (const [kind, names] of Object.entries(found)) for (const name of names) this.kinds[nameOf(name)] = kind;
  }
}

/** The first table of the policy. */
async function readPolicy(page: Page) {
  await page.goto('/politique-cookies');
  const kinds: Record<string, string> = {};
  const periods: Record<string, string> = {};
  for (const row of await page.getByRole('article').locator('table').first().locator('tbody tr').all()) {
    const name = nameOf(await row.locator('code').innerText());
    const [what = '', , period = ''] = await row.locator('td').allTextContents();
    kinds[name] = /\(([^)]*)\)$/.exec(what)?.[1] ?? '';
    periods[name] = period.replaceAll('\u00A0', ' ');
  }
  return { kinds, periods };
}

test('the cookie policy names what the browser keeps, and nothing else @all', async ({ page, browserErrors }) => {
  test.setTimeout(180_000);
  // The user with a second factor belongs to no customer.
  browserErrors.expect(/401|403|404/);
  const kept = new Kept();
  const policy = await readPolicy(page);

  // Nor does reading a page: every-page.spec.ts.
  await test.step('sending forms keeps nothing', async () => {
    await page.goto('/contact');
    await isReady(page);
    const { field, form, confirmation } = formOf(page);
    for (const [name, value] of Object.entries(person)) await field(name).fill(value);
    await field('message').fill('Bonjour');
    await form.getByRole('button').click();
    await expect(confirmation).toContainText('Message Envoyé !');
    const newsletter = page.getByRole('contentinfo').locator('form');
    await newsletter.getByRole('textbox').fill(person.email);
    await newsletter.getByRole('button').click();
    await expect(newsletter.getByRole('status')).toContainText('Inscription réussie');
    await kept.look(page);
    expect(kept.kinds).toEqual({});
  });

  await test.step('a choice of cookies is kept', async () => {
    await page.goto('/politique-cookies');
    await isReady(page);
    await page.getByRole('button', { name: 'Gérer les Cookies' }).click();
    await page.getByRole('button', { name: 'Tout accepter' }).click();
    await expect(page.getByRole('dialog')).toBeHidden();
    await kept.look(page);
    expect(kept.kinds).toEqual({ 'cookie-preferences': 'cookie' });
  });

  await test.step('the portal: lists, an export in another format, the drafts of a ticket and of a reply', async () => {
    await openSignIn(page);
    // Not stored: other journeys of the same user choose another one.
    await page.route('**/api/auth/language', (route) => route.fulfill({ json: { language: 'en' } }));
    await page.getByRole('button', { name: 'English' }).click();
    await expect.poll(async () => (await page.context().cookies()).map(({ name }) => name)).toContain('language');
    await submitSignIn(page, users.claire);
    await expect(page).toHaveURL(/\/customer-portal/);
    await kept.look(page);
    for (const tab of ['invoices', 'contracts', 'payments', 'licenses', 'security']) await openPortal(page, `/${tab}`);
    await openPortal(page, '/invoices');
    await page.getByLabel('Format of the CSV file').selectOption('French Excel (semicolon, 1250,50)');
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    await saved;
    await openPortal(page, '/support');
    await page.getByRole('button', { name: 'New Ticket' }).click();
    await page.getByRole('dialog').getByLabel('Subject').fill('Half a ticket');
    await openPortal(page, '/support/TKT-1000');
    await page.getByLabel('Your message').fill('Half a reply');
    await kept.look(page);
    await page.goto('/');
    await kept.look(page);
    await openPortal(page);
    await page.getByRole('button', { name: 'Sign Out' }).click();
    await expect(page).not.toHaveURL(/\/customer-portal/);
  });

  await test.step('a sign-in with a second factor, and one with a passkey', async () => {
    const user = guarded.at(-1) ?? '';
    await openSignIn(page);
    await submitSignIn(page, user);
    await expect(page).toHaveURL(/\/customer-portal/);
    await openPortal(page, '/security');
    const codes = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Codes from an app' }) });
    await codes.getByRole('button', { name: 'Set up' }).click();
    const secret = (await codes.locator('code').innerText()).replaceAll(/\s/g, '');
    await codes.getByLabel('Code from the app').fill(codeOf(secret));
    await codes.getByRole('button', { name: 'Turn on' }).click();
    await expect(toast(page, 'Second factor on')).toBeVisible();
    await kept.look(page);
    await page.context().clearCookies();
    await openSignIn(page);
    await submitSignIn(page, user);
    await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible();
    await kept.look(page);
    // Passkeys belong to a host name, and this server has none: its challenge is enough.
    await page.evaluate(() => fetch('/api/auth/passkeys/challenge', { method: 'POST' }));
    await kept.look(page);
  });

  expect(kept.kinds).toEqual(policy.kinds);
  for (const [name, period] of Object.entries(kept.periods)) expect(policy.periods[name], name).toContain(period);
});
