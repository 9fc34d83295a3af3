import { expect, test } from './visitor.ts';

test('the company name, headings and figures use the heading font once the page is painted', async ({
  visit,
  page,
}) => {
  await visit('/');
  for (const text of [page.getByRole('banner').locator('.font-heading').first(), page.getByRole('heading').first()])
    await expect(text).toHaveCSS('font-family', /^"?Bricolage Grotesque/);
});
