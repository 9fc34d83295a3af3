import { expectNoViolation } from '../axe.ts';
import type { Page } from '@playwright/test';
import { attributesOf, expect, expectConfirmation, formOf, optionsOf, person, test, watchForm } from './visitor.ts';

const contactFormOf = (page: Page) => {
  const parts = formOf(page);
  return { ...parts, submit: parts.form.getByRole('button', { name: 'Envoyer le message' }) };
};
const message = 'Nos sauvegardes échouent depuis lundi.';

test.beforeEach(({ visit }) => visit('/contact'));

test('an incomplete form shows its fields and the first error @all', async ({ page }) => {
  await test.step('its fields and options are those of docs/product.md', async () => {
    const { form, field, controls, required } = contactFormOf(page);
    expect(await attributesOf(controls, 'name')).toEqual(['name', 'company', 'email', 'phone', 'service', 'message']);
    expect(await attributesOf(required, 'name')).toEqual(['name', 'company', 'email', 'message']);
    for (const control of await controls.all()) await expect(control).not.toHaveAccessibleName('');
    expect(await attributesOf(form.locator('[autocomplete]'), 'autocomplete')).toEqual([
      'name',
      'organization',
      'email',
      'tel',
    ]);
    await expect(field('email')).toHaveAttribute('type', 'email');
    expect(await optionsOf(field('service'))).toEqual([
      '',
      'infrastructure',
      'managed',
      'cybersecurity',
      'microsoft',
      'consultation',
      'other',
    ]);
  });

  await test.step('empty, it stops at the first field the browser misses', async () => {
    const { field, submit, confirmation } = contactFormOf(page);
    const { lines } = watchForm(page, 'contact');
    await submit.click();
    await expect(field('name')).toBeFocused();
    await expect(page.locator('input:invalid').first()).toBeFocused();
    await field('name').fill(person.name);
    await field('company').fill(person.company);
    await field('email').fill(person.email);
    await submit.click();
    await expect(field('message')).toBeFocused();
    await expect(confirmation).toBeHidden();
    expect(lines).toEqual([]);
  });

  await test.step('the browser rejects a malformed email address', async () => {
    const { field, submit, confirmation } = contactFormOf(page);
    await field('name').fill(person.name);
    await field('company').fill(person.company);
    await field('email').fill('lerinval.example');
    await field('message').fill(message);
    await submit.click();
    await expect(field('email')).toBeFocused();
    expect(await field('email').evaluate((input: HTMLInputElement) => input.validity.typeMismatch)).toBe(true);
    await expect(confirmation).toBeHidden();
  });
});

test('a valid form confirms, is cleared, logs one line and sends no request @phone', async ({ page }) => {
  const { controls, field, submit, confirmation } = contactFormOf(page);
  const { lines, calls } = watchForm(page, 'contact');
  await field('name').fill(person.name);
  await field('company').fill(person.company);
  await field('email').fill(person.email);
  await field('service').selectOption('managed');
  await field('message').fill(message);
  await submit.dblclick();
  await expectConfirmation(page, 'Message Envoyé !');
  await expect(confirmation.getByText('Nous vous répondrons dans les 24 heures.', { exact: true })).toBeVisible();
  for (const control of await controls.all()) await expect(control).toHaveValue('');
  expect(lines).toEqual([{ ...person, phone: '', service: 'managed', message }]);
  expect(calls).toEqual([]);
});

test('a second message can follow the first @all', async ({ page }) => {
  const { field, submit, confirmation } = contactFormOf(page);
  const { lines } = watchForm(page, 'contact');
  for (const text of ['Première question', 'Seconde question']) {
    await field('name').fill(person.name);
    await expect(confirmation).toBeHidden();
    await field('company').fill(person.company);
    await field('email').fill(person.email);
    await field('message').fill(text);
    await submit.click();
    await expect(confirmation).toBeFocused();
  }
  expect(lines.map((line) => line.message)).toEqual(['Première question', 'Seconde question']);
  await expectNoViolation(page, 'message sent');
});

test('it can be submitted by keyboard alone @all', async ({ page, pressTabTo }) => {
  const { field, confirmation } = contactFormOf(page);
  const { lines } = watchForm(page, 'contact');
  await pressTabTo(field('name'));
  for (const text of [person.name, person.company, person.email, '+33 4 65 71 00 06']) {
    await page.keyboard.type(text);
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Tab');
  await page.keyboard.type(message);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(confirmation).toBeFocused();
  expect(lines).toEqual([{ ...person, phone: '+33 4 65 71 00 06', service: 'infrastructure', message }]);
});

test('the quote button of a course fills the message with its title, and only an empty message @all', async ({
  visit,
  page,
}) => {
  const { field, submit } = contactFormOf(page);
  const { lines } = watchForm(page, 'contact');
  await visit('/formations/iso-27005-risk-manager');
  await page.getByRole('link', { name: 'Demander un devis' }).first().click();
  await expect(page).toHaveURL('/contact?formation=iso-27005-risk-manager');
  await expect(field('message')).toHaveValue(/un devis pour la formation ISO\s27005 Risk Manager/);
  await field('name').fill(person.name);
  await field('company').fill(person.company);
  await field('email').fill(person.email);
  await submit.click();
  await expect(field('message')).toHaveValue('');
  expect(lines[0]?.message).toMatch(/ISO\s27005 Risk Manager/);

  await visit('/contact?formation=inconnue');
  await expect(submit).toBeEnabled();
  await expect(field('message')).toHaveValue('');
});
