import { expectConfirmation, formOf, person } from '../public/visitor.ts';
import { expect, newEmail, test } from './deliver-test.ts';

test('a request for an audit keeps its fields and arrives @phone', async ({ page, visit, leadsOf, mailsTo }) => {
  const email = newEmail('audit');
  await visit('/free-audit');
  const { form, field } = formOf(page);
  const submit = form.locator('button[type=submit]');
  for (const [name, value] of Object.entries({ ...person, email, phone: '+33 4 65 71 00 07' }))
    await field(name).fill(value);
  await field('employees').selectOption('11-50');
  await field('currentChallenges').fill('Des sauvegardes qui échouent.');
  await expect(submit).toBeDisabled();
  await field('agreeTerms').check();
  await field('email').press('Enter');
  await expectConfirmation(page, "Demande d'Audit Reçue !");
  await expect(field('email')).toHaveValue(email);
  expect(await leadsOf(email)).toMatchObject([{ form: 'audit', verdict: 'clean', page: '/free-audit' }]);
  await expect.poll(async () => (await mailsTo(email)).length).toBe(1);

  // Until a field changes, it stays submitted.
  await expect(submit).toBeDisabled();
  await field('currentChallenges').fill('Et un pare-feu à remplacer.');
  await expect(submit).toBeEnabled();
  await expect(form.getByRole('status')).toBeHidden();
});

test('who asks for the checklist gets it @phone', async ({ page, visit, leadsOf, mailsTo }) => {
  const email = newEmail('checklist');
  await visit('/');
  const form = page.locator('[data-island=checklist] form');
  await form.scrollIntoViewIfNeeded();
  for (const [name, value] of Object.entries({ ...person, email })) await form.locator(`[name="${name}"]`).fill(value);
  await form.locator('[name="service"]').selectOption('all');
  await form.locator('button[type=submit]').click();
  const confirmation = page.locator('[data-island=checklist]').getByRole('status');
  await expect(confirmation).toBeFocused();
  await expect(confirmation).toContainText('Merci !');
  expect(await leadsOf(email)).toMatchObject([{ form: 'checklist', verdict: 'clean', page: '/' }]);

  await expect.poll(async () => (await mailsTo(email)).length).toBe(1);
  const [receipt] = await mailsTo(email);
  const link = /https?:\/\/\S+\/documents\/checklist-cybersecurite\.pdf/.exec(receipt?.text ?? '')?.[0] ?? '';
  const document = await page.request.get(link);
  expect(document.headers()).toMatchObject({ 'content-type': 'application/pdf', 'x-robots-tag': 'noindex, nofollow' });
  expect((await document.body()).subarray(0, 5).toString()).toBe('%PDF-');

  await page.getByRole('button', { name: 'Soumettre une Autre Demande' }).click();
  await expect(form.locator('[name="name"]')).toBeFocused();
});
