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
  await page.getByText('Afficher les chiffres').first().click();
  await expect(page.getByRole('table').first().locator('tbody tr').last()).toHaveText(/\d{4}210$/);
  await expect(page.getByRole('row').filter({ hasText: staff.managing.name })).toHaveText(/01$/);
  await expectNoViolation(page, 'dashboard of a customer', [phone, desktop]);

  await page.getByRole('button', { name: `Client ${companies.managed.name}` }).click();
  await page.getByRole('option', { name: 'Tous les clients' }).click();
  await expect(page).toHaveURL('/desk/dashboard');
  await openCustomer(page, companies.managed.name);
  await page.getByRole('main').getByRole('link', { name: 'Tableau de bord' }).click();
  await expect(figure(page, 'Ouverts')).toHaveText('2');
  await customer.context().close();
});
