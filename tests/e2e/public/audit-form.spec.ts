import type { Page } from '@playwright/test';
import { attributesOf, expect, expectConfirmation, formOf, optionsOf, person, test, watchForm } from './visitor.ts';

const auditFormOf = (page: Page) => {
  const parts = formOf(page);
  return {
    ...parts,
    agree: parts.form.getByRole('checkbox', { name: 'J’accepte les conditions d’utilisation' }),
    submit: parts.form.getByRole('button', { name: 'Demander mon audit' }),
  };
};
const phone = '+33 4 65 71 00 06';
const options: Record<string, string[]> = {
  employees: ['', '1-10', '11-50', '51-100', '101-500', '500+'],
  industry: ['', 'accounting', 'retail', 'manufacturing', 'healthcare', 'finance', 'other'],
  priority: ['', 'security', 'costs', 'performance', 'compliance', 'modernization'],
  timeline: ['', 'asap', '1-3months', '3-6months', '6+months', 'exploring'],
};

test.beforeEach(({ visit }) => visit('/free-audit'));

test('an incomplete form shows its fields, questions and the first error @all', async ({ page }) => {
  await test.step('its fields and options are those of docs/product.md, without the unused ones', async () => {
    const { controls, required, field } = auditFormOf(page);
    expect(await attributesOf(controls, 'name')).toEqual([
      'name',
      'company',
      'email',
      'phone',
      'employees',
      'industry',
      'priority',
      'timeline',
      'currentChallenges',
      'agreeTerms',
    ]);
    expect(await attributesOf(required, 'name')).toEqual(['name', 'company', 'email', 'phone']);
    for (const [name, values] of Object.entries(options)) {
      expect(await optionsOf(field(name))).toEqual(values);
    }
  });

  await test.step('the terms are linked beside their checkbox', async () => {
    const { form } = auditFormOf(page);
    await expect(form.getByRole('link', { name: 'Lire les conditions d’utilisation' })).toHaveAttribute(
      'href',
      '/conditions-utilisation',
    );
    await expect(form.getByRole('link', { name: 'Lire la politique de confidentialité' })).toHaveAttribute(
      'href',
      '/politique-confidentialite',
    );
  });

  await test.step('it stays disabled until the terms are agreed to', async () => {
    const { agree, submit } = auditFormOf(page);
    await expect(submit).toBeDisabled();
    await expect(submit).toHaveAccessibleDescription('Cochez la case ci\u2011dessus');
    // Drawn by us: the browser's own box is hard to see in dark mode.
    await expect(agree).toHaveCSS('appearance', 'none');
    await agree.check();
    await expect(submit).toBeEnabled();
    await expect(submit).toHaveAccessibleDescription('');
    await agree.uncheck();
    await expect(submit).toBeDisabled();
  });

  await test.step('empty or malformed, it stops at the field the browser misses', async () => {
    const { field, agree, submit, confirmation } = auditFormOf(page);
    const { lines } = watchForm(page, 'free-audit');
    await agree.check();
    await submit.click();
    await expect(field('name')).toBeFocused();
    await expect(page.locator('input:invalid').first()).toBeFocused();
    await field('name').fill(person.name);
    await field('company').fill(person.company);
    await field('email').fill('@lerinval.example');
    await submit.click();
    await expect(field('email')).toBeFocused();
    await field('email').fill(person.email);
    await submit.click();
    await expect(field('phone')).toBeFocused();
    await expect(confirmation).toBeHidden();
    expect(lines).toEqual([]);
  });
});

test('a valid form confirms, keeps its values, logs one line and sends no request @phone', async ({ page }) => {
  const { field, agree, submit, confirmation } = auditFormOf(page);
  const { lines, calls } = watchForm(page, 'free-audit');
  await field('name').fill(person.name);
  await field('company').fill(person.company);
  await field('email').fill(person.email);
  await field('phone').fill(phone);
  await field('employees').selectOption('11-50');
  await field('industry').selectOption('accounting');
  await field('priority').selectOption('security');
  await field('timeline').selectOption('asap');
  await field('currentChallenges').fill('Contrôle en mars');
  await agree.check();
  await submit.dblclick();
  await expectConfirmation(page, "Demande d'Audit Reçue !");
  await expect(confirmation.getByText('Nous vous contacterons dans les 24 heures.', { exact: true })).toBeVisible();
  const sent = {
    ...person,
    phone,
    employees: '11-50',
    industry: 'accounting',
    priority: 'security',
    timeline: 'asap',
    currentChallenges: 'Contrôle en mars',
  };
  expect(lines).toEqual([{ ...sent, agreeTerms: 'true' }]);
  expect(calls).toEqual([]);
  for (const [name, value] of Object.entries(sent)) await expect(field(name)).toHaveValue(value);
  await expect(agree).toBeChecked();
});

test('it can be submitted by keyboard alone @all', async ({ page, pressTabTo }) => {
  const { field, agree, submit, confirmation } = auditFormOf(page);
  const { lines } = watchForm(page, 'free-audit');
  await pressTabTo(field('name'));
  for (const text of [person.name, person.company, person.email, phone]) {
    await page.keyboard.type(text);
    await page.keyboard.press('Tab');
  }
  await expect(field('employees')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await pressTabTo(agree);
  await page.keyboard.press('Space');
  await pressTabTo(submit);
  await page.keyboard.press('Enter');
  await expect(confirmation).toBeFocused();
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatchObject({ ...person, phone, employees: '1-10', agreeTerms: 'true' });
});
