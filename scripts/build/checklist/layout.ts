import {
  colors,
  contentWidth,
  lineHeight,
  page,
  type Paragraph,
  type Sheet,
  type Structure,
  type TextStyle,
} from '#api/documents/sheet.ts';
import { keepTogether } from '../no-breaks.ts';

interface Column {
  x: number;
  width: number;
}
// Both pages have one grid: titles in a narrow column on the left, what belongs to them on the right.
export const whole: Column = { x: page.left, width: contentWidth };
export const side: Column = { x: page.left, width: 122 };
export const main: Column = { x: page.left + 140, width: contentWidth - 140 };

export const styles = {
  title: { font: 'heading', size: 28 },
  section: { font: 'heading', size: 13 },
  strong: { font: 'semibold', size: 9.5 },
  text: { size: 8.5 },
  muted: { size: 8.5, color: colors.muted },
  label: { font: 'semibold', size: 7.5, color: colors.muted },
} satisfies Record<string, TextStyle>;

/** Lines without a last one of a single short word, if narrower lines of the same number avoid it. */
function linesOf(sheet: Sheet, { text, ...style }: Paragraph, width: number): string[] {
  const copy = keepTogether(text);
  const lines = sheet.wrap(copy, width, style);
  for (let narrower = width; narrower > width * 0.6; narrower -= 4) {
    const tried = sheet.wrap(copy, narrower, style);
    if (tried.length > lines.length) break;
    if (sheet.style(style).doc.widthOfString(tried.at(-1) ?? '') >= width * 0.35) return tried;
  }
  return lines;
}

export const heightOf = (sheet: Sheet, paragraph: Paragraph, width: number) =>
  linesOf(sheet, paragraph, width).length * lineHeight(paragraph);

/** Draws an element of text at y, and returns where it ends. A line before another one ends with a space, without which screen readers join two words. */
export function drawText(
  sheet: Sheet,
  type: string,
  paragraph: Paragraph,
  { x, width, y, parent }: Column & { y: number; parent?: Structure },
): number {
  const element = sheet.element(type, parent);
  const lines = linesOf(sheet, paragraph, width);
  sheet.tag(type, element, () => {
    lines.forEach((line, index) => {
      const isWhole = index === lines.length - 1 || line.endsWith('-');
      const text = isWhole ? line : `${line} `;
      sheet.line(text, x, y + index * lineHeight(paragraph), paragraph);
    });
  });
  element.end();
  return y + lines.length * lineHeight(paragraph);
}

/** What each gap gets of the height that is left. A text that needs more than its page stops the build. */
export function gapOf(name: string, left: number, gaps: number, least: number): number {
  const gap = left / gaps;
  if (gap < least)
    throw new Error(`The checklist does not fit on paper: shorten ${name} by ${Math.ceil((least - gap) * gaps)} pt`);
  return gap;
}
