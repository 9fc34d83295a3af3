import { site } from '#content/site.ts';
import { expect, newEmail, test } from './deliver-test.ts';

const linkIn = (text: string | undefined, purpose: string) =>
  new RegExp(`\\S+/api/newsletter/${purpose}/[\\w-]+`).exec(text ?? '')?.[0] ?? '';

test('somebody subscribes, confirms with the button of a page, and leaves with one click', async ({
  page,
  visit,
  mailsTo,
  request,
}) => {
  const requests: string[] = [];
  page.on('request', (sent) => {
    const { pathname } = new URL(sent.url());
    if (pathname.startsWith('/api/')) requests.push(`${sent.method()} ${pathname}`);
  });
  const email = newEmail('lettre');
  await visit('/why-us');
  const form = page.getByRole('form', { name: site.newsletter.title });
  const field = form.locator('[name=email]');
  await form.scrollIntoViewIfNeeded();
  // Before that the browser itself posts the form.
  await expect(page.locator('[data-island=newsletter]')).toHaveAttribute('data-ready', '');
  expect(requests).toEqual([]);
  await field.fill(email);
  await field.press('Enter');
  await expect(form.getByRole('status')).toContainText('confirmez votre inscription');
  await expect(field).toHaveValue('');
  expect(requests).toEqual(['GET /api/leads/challenge', 'POST /api/newsletter']);

  await expect.poll(async () => (await mailsTo(email)).length).toBe(1);
  await page.goto(linkIn((await mailsTo(email))[0]?.text, 'confirm'));
  await page.getByRole('button', { name: 'Confirmer mon inscription' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Votre inscription est confirmée');

  await expect.poll(async () => (await mailsTo(email)).length).toBe(2);
  const welcome = (await mailsTo(email)).find(({ subject }) => subject?.startsWith('Votre inscription'));
  const headers = new Map(welcome?.headers.map(({ key, value }) => [key, value]));
  const link = linkIn(welcome?.text, 'unsubscribe');
  expect(headers.get('list-unsubscribe')).toBe(`<${link}>`);
  expect(headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  // As a mail service sends it.
  const response = await request.post(link, { form: { 'List-Unsubscribe': 'One-Click' } });
  expect(response.status()).toBe(200);
  await page.goto(link);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Votre désinscription est enregistrée');
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the form leads back to its page, which says what to do next', async ({ page, mailsTo }) => {
    const email = newEmail('lettre');
    await page.goto('/contact');
    const form = page.getByRole('form', { name: site.newsletter.title });
    await form.locator('[name=email]').fill(email);
    await form.locator('button[type=submit]').click();
    await expect(page).toHaveURL(/\/contact#/);
    await expect(form.getByText('confirmez votre inscription')).toBeVisible();
    await expect.poll(async () => (await mailsTo(email)).length).toBe(1);
  });
});
