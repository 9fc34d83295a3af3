import { expect, isReady, test } from './visitor.ts';

test('a screen that breaks says so in the words of docs/product.md, and its button loads the page again', async ({
  visit,
  page,
  complaints,
}) => {
  complaints.expect(/./);
  await page.route('**/contact.json', (route) =>
    route.fulfill({ contentType: 'application/json', body: 'not a page at all' }),
  );
  await visit('/partners');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contact', exact: true }).click();

  await expect(page.getByRole('heading', { level: 1 })).toHaveText("Une erreur s'est produite");
  await expect(
    page.getByText(
      'Nous nous excusons pour la gêne occasionnée. Veuillez rafraîchir la page ou contacter le support si le problème persiste.',
      { exact: true },
    ),
  ).toBeVisible();
  await expect(page.getByRole('banner')).toBeVisible();
  await expect(page.getByRole('contentinfo')).toBeVisible();

  await page.unroute('**/contact.json');
  const loaded = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Rafraîchir la page' }).click();
  await loaded;
  await isReady(page);
  await expect(page).toHaveURL('/contact');
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText("Une erreur s'est produite");
});

test('from the error screen the rest of the site can still be reached', async ({ visit, page, complaints }) => {
  complaints.expect(/./);
  await page.route('**/contact.json', (route) => route.abort());
  await visit('/partners');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contact', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText("Une erreur s'est produite");
  await page.getByRole('contentinfo').getByRole('link', { name: 'Pourquoi Nous' }).click();
  await expect(page).toHaveURL('/why-us');
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText("Une erreur s'est produite");
});
