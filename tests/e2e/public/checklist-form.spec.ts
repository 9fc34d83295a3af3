import type { Page } from '@playwright/test';
import { expect, formOf, optionsOf, person, test, watchForm } from './visitor.ts';

const checklistFormOf = (page: Page) => {
  const { form } = formOf(page);
  return {
    form,
    name: form.getByLabel('Nom et prénom'),
    company: form.getByLabel('Entreprise'),
    email: form.getByLabel('E-mail professionnel'),
    service: form.getByLabel('Service qui vous intéresse'),
    submit: form.getByRole('button', { name: 'Recevoir la checklist' }),
    confirmation: page.getByRole('main').getByRole('status').filter({ hasText: 'Merci !' }),
  };
};

test.beforeEach(async ({ visit, page }) => {
  await visit('/');
  // Hydrated when it comes near the screen.
  await page.getByRole('main').locator('form').scrollIntoViewIfNeeded();
});

test('an incomplete form shows its fields and the first error @all', async ({ page }) => {
  await test.step('its fields and options are those of docs/product.md', async () => {
    const { form, name, company, email, service } = checklistFormOf(page);
    for (const [field, attribute] of [
      [name, 'name'],
      [company, 'company'],
      [email, 'email'],
    ] as const) {
      await expect(field).toHaveAttribute('name', attribute);
      await expect(field).toHaveAttribute('required');
    }
    await expect(email).toHaveAttribute('type', 'email');
    await expect(service).toHaveAttribute('name', 'service');
    await expect(service).not.toHaveAttribute('required');
    expect(await optionsOf(service)).toEqual(['', 'infrastructure', 'managed', 'cybersecurity', 'microsoft', 'all']);
    await expect(form.getByText('Vos données et vos droits')).toBeVisible();
  });

  await test.step('empty, it stops at the first field the browser misses', async () => {
    const { name, submit, confirmation } = checklistFormOf(page);
    const { lines } = watchForm(page, 'checklist');
    await submit.click();
    await expect(name).toBeFocused();
    await expect(page.locator('input:invalid').first()).toBeFocused();
    await expect(confirmation).toBeHidden();
    expect(lines).toEqual([]);
  });

  await test.step('the browser rejects a malformed email address', async () => {
    const { name, company, email, submit, confirmation } = checklistFormOf(page);
    await name.fill(person.name);
    await company.fill(person.company);
    await email.fill('h.viggiani');
    await submit.click();
    await expect(email).toBeFocused();
    expect(await email.evaluate((field: HTMLInputElement) => field.validity.typeMismatch)).toBe(true);
    await expect(confirmation).toBeHidden();
  });
});

test('a valid form thanks, announces, logs one line, sends no request, and offers another one @phone', async ({
  page,
}) => {
  const { form, name, company, email, service, submit, confirmation } = checklistFormOf(page);
  const { lines, calls } = watchForm(page, 'checklist');
  await name.fill(person.name);
  await company.fill(person.company);
  await email.fill(person.email);
  await service.selectOption('all');
  await submit.click();
  await expect(confirmation).toBeFocused();
  await expect(confirmation.getByText('Merci !', { exact: true })).toBeVisible();
  await expect(confirmation.getByText(/^La checklist vous a été envoyée par e.mail\.$/)).toBeVisible();
  await expect(
    page.getByRole('region', { name: 'Notifications' }).getByText('Checklist envoyée !', { exact: true }),
  ).toBeVisible();
  await expect(form).toBeHidden();
  await expect(page.getByRole('main').getByText('Les disques des ordinateurs portables sont chiffrés')).toBeVisible();
  expect(lines).toEqual([{ ...person, service: 'all' }]);
  expect(calls).toEqual([]);

  await confirmation.getByRole('button', { name: 'Soumettre une Autre Demande' }).click();
  await expect(confirmation).toBeHidden();
  await expect(name).toBeVisible();
  await expect(name).toHaveValue('');
  await expect(name).toBeFocused();
});

test('a double click submits once @all', async ({ page }) => {
  const { name, company, email, submit, confirmation } = checklistFormOf(page);
  const { lines } = watchForm(page, 'checklist');
  await name.fill(person.name);
  await company.fill(person.company);
  await email.fill(person.email);
  await submit.dblclick();
  await expect(confirmation).toBeVisible();
  expect(lines).toHaveLength(1);
});

test('it can be submitted by keyboard alone @all', async ({ page, pressTabTo }) => {
  const { name, service, confirmation } = checklistFormOf(page);
  const { lines } = watchForm(page, 'checklist');
  await pressTabTo(name);
  await page.keyboard.type(person.name);
  await page.keyboard.press('Tab');
  await page.keyboard.type(person.company);
  await page.keyboard.press('Tab');
  await page.keyboard.type(person.email);
  await page.keyboard.press('Tab');
  await expect(service).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(confirmation).toBeFocused();
  expect(lines).toEqual([{ ...person, service: 'infrastructure' }]);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await expect(name).toBeFocused();
});

test('its toast appears even if the network is lost while the form is filled in @all', async ({ page, context }) => {
  const { name, company, email, submit, confirmation } = checklistFormOf(page);
  const fetched = page.waitForResponse((response) => response.url().includes('toaster'));
  await name.focus();
  await (await fetched).finished();
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  await name.fill(person.name);
  await company.fill(person.company);
  await email.fill(person.email);
  await submit.click();
  await expect(confirmation).toBeVisible();
  await expect(
    page.getByRole('region', { name: 'Notifications' }).getByText('Checklist envoyée !', { exact: true }),
  ).toBeVisible();
});
