import { expect, test } from './visitor.ts';

test('the name, headings and figures are set in the heading face once the page is painted', async ({ visit, page }) => {
  await visit('/');
  for (const text of [page.getByRole('banner').locator('.font-heading').first(), page.getByRole('heading').first()])
    await expect(text).toHaveCSS('font-family', /^"?Bricolage Grotesque/);
});
