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

for (const path of pagesWithForms) {
  test(`${path} clips no text in a form field, from a small phone to a wide screen`, async ({ page, visit }) => {
    await visit(path);
    await page.evaluate(() => document.fonts.ready);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      expect(await page.evaluate(clippedTexts), `at ${width} px`).toEqual([]);
    }
  });
}
