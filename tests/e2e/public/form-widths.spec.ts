import { expect, test } from './visitor.ts';

const widths = [320, 390, 768, 1024, 1280, 1440];
const pagesWithForms = ['/', '/contact', '/free-audit', '/schedule-consultation', '/resources', '/formations'];

/** Runs in the page: every placeholder, option and date that is wider than the control that shows it. */
function clippedTexts(): string[] {
  const context = document.createElement('canvas').getContext('2d');
  const clipped: string[] = [];
  for (const control of document.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input, select')) {
    const style = getComputedStyle(control);
    const width = control.getBoundingClientRect().width;
    if (width < 40) continue; // checkboxes and radio buttons
    if (control instanceof HTMLSelectElement) {
      // The browser draws the arrow, so it also says how wide the control would like to be with one option alone.
      for (const option of control.options) {
        const probe = control.cloneNode() as HTMLSelectElement;
        probe.style.cssText = 'position:absolute;width:auto';
        probe.append(option.cloneNode(true));
        control.after(probe);
        if (probe.getBoundingClientRect().width > width + 0.5) clipped.push(`${control.name}: ${option.label}`);
        probe.remove();
      }
    } else if (control.type === 'date') {
      const probe = control.cloneNode() as HTMLInputElement;
      probe.style.cssText = 'position:absolute;width:auto';
      control.after(probe);
      if (probe.getBoundingClientRect().width > width + 0.5) clipped.push(`${control.name}: date`);
      probe.remove();
    } else if (context) {
      context.font = style.font;
      const room = control.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
      if (context.measureText(control.placeholder).width > room) {
        clipped.push(`${control.name}: ${control.placeholder}`);
      }
    }
  }
  return clipped;
}

for (const { path, first } of [
  { path: '/contact', first: ['[name=name]', '[name=company]'] },
  { path: '/free-audit', first: ['[name=name]', '[name=company]'] },
  { path: '/schedule-consultation', first: ['label:has([name=consultationType])'] },
]) {
  test(`${path} has its form in the first screen, with controls of one height @all`, async ({ page, visit }) => {
    await visit(path);
    const form = page.getByRole('main').locator('form');
    for (const viewport of [
      { width: 1440, height: 900 },
      { width: 390, height: 844 },
    ]) {
      await page.setViewportSize(viewport);
      for (const control of first) await expect(form.locator(control).first()).toBeInViewport({ ratio: 1 });
    }
    const heights = await form
      .locator('input:not([type=checkbox], [type=radio]), select')
      .evaluateAll((controls) => controls.map((control) => control.getBoundingClientRect().height));
    expect(new Set(heights).size, heights.join(', ')).toBe(1);
  });
}

for (const path of pagesWithForms) {
  test(`${path} clips no text in a form field, from a small phone to a wide screen @all`, async ({ page, visit }) => {
    await visit(path);
    await page.evaluate(() => document.fonts.ready);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      expect(await page.evaluate(clippedTexts), `at ${width} px`).toEqual([]);
    }
  });
}
