import { formOf, person } from '../public/visitor.ts';
import { expect, newEmail, test } from './deliver-test.ts';

test.use({ javaScriptEnabled: false });

const fields = { '/contact': ['message'], '/free-audit': ['phone'], '/': [] } as const;
const titles = { '/contact': 'Message Envoyé !', '/free-audit': "Demande d'Audit Reçue !", '/': 'Merci !' };
const paths = Object.keys(fields) as (keyof typeof fields)[];

for (const path of paths) {
  test(`without JavaScript, the form of ${path} is posted and its page confirms @phone`, async ({
    page,
    leadsOf,
    mailsTo,
  }) => {
    const email = newEmail('sans-script');
    await page.goto(path);
    const { form, field } = formOf(page);
    await expect(form.getByText(titles[path], { exact: true })).toBeHidden();
    for (const [name, value] of Object.entries({ ...person, email })) await field(name).fill(value);
    for (const name of fields[path]) await field(name).fill(name === 'phone' ? '+33 4 65 71 00 07' : 'Bonjour à tous.');
    if (path === '/free-audit') await field('agreeTerms').check();
    await form.locator('button[type=submit]').click();
    await expect(page).toHaveURL(`${path}#demande-envoyee`);
    await expect(form.getByText(titles[path], { exact: true })).toBeVisible();
    await expect(form.getByText(titles[path], { exact: true })).toBeInViewport();

    // There is no proof: staff look at it first.
    expect(await leadsOf(email)).toMatchObject([{ verdict: 'doubtful', page: path }]);
    await expect.poll(async () => (await mailsTo(email)).length).toBe(1);
  });
}

test('without JavaScript, an error is a page with what was typed @phone', async ({ page, leadsOf, browserErrors }) => {
  browserErrors.expect(/status of 400/);
  const email = newEmail('erreur');
  await page.goto('/contact');
  const { form, field } = formOf(page);
  for (const [name, value] of Object.entries({ ...person, email, message: 'Bonjour à tous.', phone: 'demain' }))
    await field(name).fill(value);
  await form.locator('button[type=submit]').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Votre demande n’a pas été envoyée' })).toBeVisible();
  await expect(page.getByText(/n’est pas valide\s: Téléphone/)).toBeVisible();
  await expect(page.getByText('Bonjour à tous.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'nous écrire par e-mail' })).toHaveAttribute('href', /Bonjour/);
  expect(await leadsOf(email)).toEqual([]);

  await page.goBack();
  await expect(field('email')).toHaveValue(email);
  await field('phone').fill('');
  await form.locator('button[type=submit]').click();
  await expect(page).toHaveURL('/contact#demande-envoyee');
  expect(await leadsOf(email)).toHaveLength(1);
});

test('an answer to a posted form is shown by a browser with JavaScript too, until a field changes', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ baseURL: baseURL ?? '', locale: 'fr-FR', javaScriptEnabled: true });
  const page = await context.newPage();
  await page.goto('/contact#demande-envoyee');
  const { field, confirmation } = formOf(page);
  await expect(confirmation).toBeVisible();
  await expect(confirmation).toContainText('Message Envoyé !');
  await field('name').click();
  await expect(page.locator('[data-island=contact]')).toHaveAttribute('data-ready', '');
  await field('name').fill('a');
  await expect(confirmation).toBeHidden();
  await context.close();
});
