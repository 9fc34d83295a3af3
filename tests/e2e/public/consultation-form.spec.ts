import { expectNoViolation } from '../axe.ts';
import type { Page } from '@playwright/test';
import { attributesOf, expect, expectConfirmation, formOf, optionsOf, person, test, watchForm } from './visitor.ts';

const consultationFormOf = (page: Page) => {
  const parts = formOf(page);
  const types = parts.form.getByRole('group', { name: 'De quoi voulez\u2011vous parler ?' });
  const cards = types.locator('label');
  const card = (title: string) => cards.filter({ hasText: title });
  return {
    ...parts,
    types,
    slot: (time: string) =>
      parts.form.getByRole('group', { name: 'Créneau souhaité' }).getByText(time, { exact: true }),
    cards,
    card,
    check: (title: string) => card(title).locator('svg').last(),
    radio: (title: string) => parts.form.getByRole('radio', { name: title }),
    submit: parts.form.getByRole('button', { name: 'Planifier la consultation' }),
  };
};
const titles = [
  'Évaluation de l’infrastructure informatique',
  'Cybersécurité',
  'Migration vers Microsoft 365',
  'Services managés',
  'Informatique générale',
];

test.beforeEach(({ visit }) => visit('/schedule-consultation'));

test('an incomplete form shows its fields, cards, date and the first error @all', async ({ page }) => {
  await test.step('its fields, cards, durations and time slots are those of docs/product.md', async () => {
    const { controls, required, field, cards } = consultationFormOf(page);
    expect([...new Set(await attributesOf(controls, 'name'))]).toEqual([
      'consultationType',
      'name',
      'company',
      'email',
      'phone',
      'preferredDate',
      'meetingType',
      'additionalInfo',
      'preferredTime',
    ]);
    expect(await attributesOf(required, 'name')).toEqual(['name', 'company', 'email']);
    await expect(cards).toHaveCount(5);
    for (const [index, minutes] of [60, 45, 45, 30, 30].entries()) {
      await expect(cards.nth(index)).toContainText(titles[index] ?? '');
      await expect(cards.nth(index)).toContainText(`${minutes} minutes`);
    }
    // The first one means no preference.
    expect(await attributesOf(field('preferredTime'), 'value')).toEqual([
      '',
      '9h00-10h00',
      '10h30-11h30',
      '14h00-15h00',
      '15h30-16h30',
      '16h00-17h00',
    ]);
    expect(await optionsOf(field('meetingType'))).toEqual(['', 'video', 'phone', 'onsite']);
  });

  await test.step('a card that is clicked is selected and shows a check; only one is', async () => {
    const { form, types, card, check, radio } = consultationFormOf(page);
    await expect(types).toHaveAccessibleDescription(/Pour planifier une session de formation, choisissez/);
    // The steps come in order, each under a heading.
    await expect(form.getByText(/^Étape\s\d$/)).toHaveText(['Étape 1', 'Étape 2']);
    await expect(form.getByRole('heading', { level: 2 })).toHaveText([
      'De quoi voulez\u2011vous parler ?',
      'Vos coordonnées et votre créneau',
    ]);
    await expect(types.getByRole('radio', { checked: true })).toHaveCount(0);
    for (const title of titles) {
      await expect(check(title)).toBeHidden();
      await card(title).click();
      await expect(radio(title)).toBeChecked();
      await expect(check(title)).toBeVisible();
      await expect(types.getByRole('radio', { checked: true })).toHaveCount(1);
    }
    await expect(check('Cybersécurité')).toBeHidden();
  });

  await test.step('empty or malformed, it stops at the field the browser misses', async () => {
    const { field, submit, confirmation } = consultationFormOf(page);
    const { lines } = watchForm(page, 'consultation');
    await submit.click();
    await expect(field('name')).toBeFocused();
    await expect(page.locator('input:invalid').first()).toBeFocused();
    await field('name').fill(person.name);
    await field('company').fill(person.company);
    await field('email').fill('lerinval@');
    await submit.click();
    await expect(field('email')).toBeFocused();
    await expect(confirmation).toBeHidden();
    expect(lines).toEqual([]);
  });

  await test.step('the date cannot be before today', async () => {
    const { field, submit, confirmation } = consultationFormOf(page);
    const today = await page.evaluate(() => new Date().toLocaleDateString('sv'));
    await expect(field('preferredDate')).toHaveAttribute('min', today);
    await field('name').fill(person.name);
    await field('company').fill(person.company);
    await field('email').fill(person.email);
    await field('preferredDate').fill('2020-01-01');
    await submit.click();
    await expect(field('preferredDate')).toBeFocused();
    await expect(confirmation).toBeHidden();
    await field('preferredDate').fill(today);
    await submit.click();
    await expect(confirmation).toBeVisible();
  });
});

test('a valid form confirms, keeps its values, logs one line and sends no request @phone', async ({ page }) => {
  const { field, card, slot, radio, submit, confirmation } = consultationFormOf(page);
  const { lines, calls } = watchForm(page, 'consultation');
  await card('Migration vers Microsoft 365').click();
  const typed = {
    ...person,
    phone: '+33 4 65 71 00 06',
    preferredDate: '2099-03-02',
    additionalInfo: 'Trente boîtes aux lettres',
  };
  for (const [name, value] of Object.entries(typed)) await field(name).fill(value);
  await slot('10h30-11h30').click();
  await field('meetingType').selectOption('video');
  await submit.dblclick();
  await expectConfirmation(page, 'Consultation Planifiée !');
  await expect(
    confirmation.getByText('Vous recevrez une invitation calendrier dans les 2 heures.', { exact: true }),
  ).toBeVisible();
  const chosen = { preferredTime: '10h30-11h30', meetingType: 'video' };
  expect(lines).toEqual([{ consultationType: 'microsoft365', ...typed, ...chosen }]);
  expect(calls).toEqual([]);
  for (const [name, value] of Object.entries(typed)) await expect(field(name)).toHaveValue(value);
  await expect(field('meetingType')).toHaveValue('video');
  await expect(radio('10h30-11h30')).toBeChecked();
  await expect(radio('Migration vers Microsoft 365')).toBeChecked();
});

test('it can be submitted by keyboard alone, with arrow keys for the cards @all', async ({ page, pressTabTo }) => {
  const { field, radio, confirmation } = consultationFormOf(page);
  const { lines } = watchForm(page, 'consultation');
  await pressTabTo(radio(titles[0] ?? ''));
  await page.keyboard.press('ArrowDown');
  await expect(radio('Cybersécurité')).toBeChecked();
  await page.keyboard.press('Tab');
  await expect(field('name')).toBeFocused();
  for (const text of [person.name, person.company, person.email]) {
    await page.keyboard.type(text);
    await page.keyboard.press('Tab');
  }
  await expect(field('phone')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(confirmation).toBeFocused();
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatchObject({ ...person, consultationType: 'cybersecurity' });
  await expectNoViolation(page, 'card selected');
});
