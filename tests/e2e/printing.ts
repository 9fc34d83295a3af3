import { expect, type Page } from '@playwright/test';

export type Printed = { heading: string; rows: string[]; buttons: number; media: boolean };
declare global {
  interface Window {
    printed?: Printed;
    isPrintCalled?: boolean;
  }
}

/** Prints with the browser's own command and returns the printed content. */
export async function print(page: Page): Promise<Printed & { pages: number }> {
  await page.evaluate(() => {
    // After the page's own listeners, with what they laid out.
    window.addEventListener(
      'beforeprint',
      () => {
        const sheet = document.querySelector('.print-sheet');
        const isSeen = (element: Element) => element.checkVisibility();
        window.printed = {
          heading: [...(sheet?.querySelectorAll('h2, p') ?? [])].map((part) => part.textContent).join('\n'),
          rows: [...(sheet?.querySelectorAll('tbody tr') ?? [])].map((row) => row.textContent),
          buttons: [...document.querySelectorAll('button, input, select, nav a')].filter(isSeen).length,
          media: matchMedia('print').matches,
        };
      },
      { once: true },
    );
  });
  await page.emulateMedia({ media: 'print' });
  const pdf = await page.pdf({ format: 'A4', preferCSSPageSize: true });
  await page.emulateMedia({ media: 'screen' });
  const printed = await page.evaluate(() => window.printed);
  if (printed === undefined) throw new Error('The browser did not tell the page that it prints.');
  return { ...printed, pages: pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0 };
}

/** The dialog of the browser stays closed in tests: printing goes on from there. */
export const stopAtDialog = (page: Page) =>
  page.addInitScript(() => {
    window.print = () => {
      window.isPrintCalled = true;
    };
  });

export async function pressPrint(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name }).click();
  await expect.poll(() => page.evaluate(() => window.isPrintCalled)).toBe(true);
}
