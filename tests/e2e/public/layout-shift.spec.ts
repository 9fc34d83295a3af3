import { expectStill, watchShifts, widths } from '../layout-shift.ts';
import { publicPages } from './public-pages.ts';
import { test } from './visitor.ts';

for (const viewport of widths)
  test(`nothing moves while a public page loads, ${viewport.width} px wide`, async ({ page, context, visit }) => {
    await watchShifts(context);
    await page.setViewportSize(viewport);
    for (const path of publicPages) {
      await visit(path);
      await expectStill(page);
    }
  });
