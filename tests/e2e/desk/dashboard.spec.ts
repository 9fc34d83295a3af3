import type { Page } from '@playwright/test';
import { desktop, expectNoViolation, phone } from '../axe.ts';
import { createTicket } from '../portal/conversation-test.ts';
import { post, signIn } from '../portal/portal-test.ts';
import { expect, openCustomer, openDesk, openElsewhere, test } from './desk-test.ts';
import { companies, staff } from './users.ts';

/** A figure of the month, by its label. */
const figure = (page: Page, label: string) =>
  page
    .getByRole('main')
    .locator('dl > div')
    .filter({ has: page.getByText(label, { exact: true }) })
    .locator('dd')
    .first();

test('a manager reads the figures of all customers and of one, as charts and as tables @engines', async ({
  page,
  browser,
  baseURL,
  signInAsStaff,
}) => {
  const customer = await openElsewhere(browser, baseURL, 'en-US');
  await signIn(customer, companies.managed.owner);
  const id = await createTicket(customer, 'Raboteuse');
  await createTicket(customer, 'Ponceuse');
  await signInAsStaff(page, staff.managing.email);
  await openDesk(page, '/dashboard');
  const { version } = await (await page.request.get(`/api/desk/tickets/detail?id=${id}`)).json();
  const replied = await post(page, '/api/desk/tickets/reply', { id, version, body: 'Réglée.', next: 'resolve' });
  expect(replied.status, JSON.stringify(replied.body)).toBe(201);
  expect((await post(customer, '/api/portal/tickets/rate', { id, rating: 'good' })).status).toBe(200);

  await expect(figure(page, 'Ouverts')).toHaveText(/^\d/);
  await expect(page.getByRole('heading', { name: 'Créances par ancienneté' })).toBeVisible();
  await page.getByRole('button', { name: 'Client Tous les clients' }).click();
  await page.getByRole('combobox', { name: 'Choisir un client' }).fill('ebenisterie th');
  await expect(page.getByRole('dialog').getByRole('option')).toHaveText([new RegExp(companies.managed.name)]);
  await page.keyboard.press('Enter');
  await expect(figure(page, 'Ouverts')).toHaveText('2');
  await expect(figure(page, 'Résolus')).toHaveText('1');
  await expect(figure(page, 'Non résolus')).toHaveText('1');
  await expect(figure(page, 'Réponses dans le délai')).toHaveText(/^100\s%$/);
  await expect(figure(page, 'Satisfaction')).toHaveText(/^100\s%$/);
  await expect(page.getByRole('heading', { name: 'Créances par ancienneté' })).toHaveCount(0);
  const volume = page.getByRole('region', { name: 'Tickets ouverts et résolus' });
  await volume.getByText('Afficher les chiffres').click();
  await expect(volume.getByRole('row').last()).toHaveText(/\d{4}210$/);
  // A brick is two hours of the week, with its number of tickets.
  const week = page.getByRole('table', { name: 'Quand les tickets arrivent' });
  await expect(week.getByRole('row')).toHaveCount(8);
  const bricks = await week.locator('td').allInnerTexts();
  expect(bricks.reduce((sum, text) => sum + Number(text), 0)).toBe(2);
  const load = page.getByRole('region', { name: /^Charge par personne/ }).getByRole('listitem');
  await expect(load.filter({ hasText: staff.managing.name })).toHaveText(/En cours 0 · Résolus 1$/);
  await expectNoViolation(page, 'dashboard of a customer', [phone, desktop]);

  await page.getByRole('button', { name: `Client ${companies.managed.name}` }).click();
  await page.getByRole('option', { name: 'Tous les clients' }).click();
  await expect(page).toHaveURL('/desk/dashboard');
  // Each table is one entry of the page's only menu.
  await page.getByRole('button', { name: 'Imprimer ou exporter' }).click();
  const entry = page.getByRole('listitem', { name: 'Créances par ancienneté' });
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    entry.getByRole('button', { name: 'Exporter' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^creances-par-anciennete-.*\.csv$/);
  await page.keyboard.press('Escape');
  await expect(entry).toBeHidden();
  await expectNoViolation(page, 'dashboard', [phone, desktop]);
  // What needs work is a view of the queue.
  const waiting = page.getByRole('navigation', { name: 'À traiter maintenant' });
  await expect(waiting.locator('.urgent-figure').first()).toHaveCSS('font-family', /^"?Bricolage Grotesque/);
  await waiting.getByRole('link', { name: 'Non attribués' }).click();
  await expect(page).toHaveURL('/desk?scope=unassigned');
  await expect(page.getByRole('button', { name: /^Non attribués/ })).toHaveAttribute('aria-pressed', 'true');
  await openCustomer(page, companies.managed.name);
  await page.getByRole('main').getByRole('link', { name: 'Tableau de bord' }).click();
  await expect(figure(page, 'Ouverts')).toHaveText('2');
  await customer.context().close();
});
