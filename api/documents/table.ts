import { colors, lineHeight, page, type Paragraph, type Sheet, type Structure } from './sheet.ts';

export interface Column {
  title: string;
  width: number;
  align?: 'right';
}

/** A row that does not fit begins a page, with the head again; one that is higher than a page is broken. */
export function drawTable(
  sheet: Sheet,
  columns: Column[],
  rows: Paragraph[][][],
  { x = page.left, parent }: { x?: number; parent?: Structure } = {},
): void {
  const table = sheet.element('Table', parent);
  const width = columns.reduce((sum, column) => sum + column.width, 0);
  const heads = columns.map(({ title }) => [
    { text: title, font: 'semibold', size: 7.5, color: colors.muted } as const,
  ]);
  const padding = 4;
  const lefts = columns.map((_, index) => x + columns.slice(0, index).reduce((sum, column) => sum + column.width, 0));
  const split = (cells: Paragraph[][]) =>
    cells.map((cell, index) => {
      const inner = (columns[index]?.width ?? 0) - (index === columns.length - 1 ? 0 : 8);
      return cell.flatMap((one) => sheet.wrap(one.text, inner, one).map((text) => ({ ...one, text })));
    });
  const draw = (cells: Paragraph[][], mark: (cell: number, drawCell: () => void) => void) => {
    cells.forEach((lines, index) => {
      let y = sheet.y + padding;
      mark(index, () => {
        for (const one of lines) {
          const { width: cellWidth = 0, align } = columns[index] ?? {};
          const inner = cellWidth - (index === columns.length - 1 ? 0 : 8);
          sheet.line(one.text, lefts[index] ?? x, y, { ...one, align, width: inner });
          y += lineHeight(one);
        }
      });
    });
  };
  const heightOf = (lines: Paragraph[]) => lines.reduce((sum, one) => sum + lineHeight(one), 0);
  const rowHeight = (cells: Paragraph[][]) => Math.max(...cells.map(heightOf)) + 2 * padding;
  const headCells = split(heads);
  const headHeight = rowHeight(headCells);
  const finishRow = (height: number, color = colors.line) => {
    sheet.y += height;
    sheet.artifact(() => sheet.rule(sheet.y, { x, to: x + width, color }));
  };
  const headAgain = () => {
    draw(headCells, (_, drawCell) => sheet.artifact(drawCell));
    finishRow(headHeight, colors.ink);
  };

  sheet.reserve(headHeight + 40);
  const headRow = sheet.element('TR', table);
  draw(headCells, (_, drawCell) => {
    const cell = sheet.element('TH', headRow, { scope: 'Column' });
    sheet.tag('TH', cell, drawCell);
    cell.end();
  });
  headRow.end();
  finishRow(headHeight, colors.ink);
  const fullPage = page.bottom - page.top - 30 - headHeight;
  for (const row of rows) {
    let rest = split(row);
    const element = sheet.element('TR', table);
    const cells = row.map(() => sheet.element('TD', element));
    const mark = (index: number, drawCell: () => void) => sheet.tag('TD', cells[index] as Structure, drawCell);
    while (rowHeight(rest) > fullPage) {
      const room = page.bottom - sheet.y - 2 * padding;
      const parts = rest.map((lines) => takeHeight(lines, room));
      draw(
        parts.map(({ taken }) => taken),
        mark,
      );
      rest = parts.map(({ left }) => left);
      sheet.reserve(Number.POSITIVE_INFINITY);
      headAgain();
    }
    if (sheet.reserve(rowHeight(rest))) headAgain();
    draw(rest, mark);
    finishRow(rowHeight(rest));
    for (const cell of cells) cell.end();
    element.end();
  }
  table.end();
}

function takeHeight(lines: Paragraph[], height: number): { taken: Paragraph[]; left: Paragraph[] } {
  let used = 0;
  const fitting = lines.findIndex((one) => (used += lineHeight(one)) > height);
  return fitting === -1 ? { taken: lines, left: [] } : { taken: lines.slice(0, fitting), left: lines.slice(fitting) };
}
