import { Markup } from './markup.ts';

// Drawn with table cells: many clients block images, and some forward them to a service that sees who reads what.

const colours = { stone: '#0b63e5', sea: '#0fa3b1', sun: '#f2a93b' };

/** A cell of a drawing: a colour, or nothing. Clients give an empty cell the height of a line of text, and no width. */
function cell(width: string, height: number, colour?: keyof typeof colours, columns = 1): Markup {
  const span = columns > 1 ? ` colspan="${columns}"` : '';
  const fill = colour ? ` class="${colour}" bgcolor="${colours[colour]}"` : '';
  const background = colour ? `;background:${colours[colour]}` : '';
  return new Markup(
    `<td${span}${fill} width="${width}" height="${height}" style="min-width:${width}px;height:${height}px;font-size:0;line-height:0${background}">&nbsp;</td>`,
  );
}

const drawing = (width: string, rows: Markup[][]) =>
  new Markup(
    `<table role="presentation" aria-hidden="true" width="${width}" cellpadding="0" cellspacing="0" border="0"><tr>${rows.map((cells) => cells.join('')).join('</tr>\n<tr>')}</tr></table>`,
  );

// Without the first row, no row has a cell for each column, and clients guess the widths.
const merlons = [9, 6, 9, 6, 9];
const markWidth = merlons.reduce((sum, width) => sum + width, 0);
const course = (height: number, colour?: keyof typeof colours) => [
  cell(`${markWidth}`, height, colour, merlons.length),
];

/** The logo, simplified for table cells: three merlons on a wall, above the bay. */
export const mark = drawing(`${markWidth}`, [
  merlons.map((width) => cell(`${width}`, 1)),
  merlons.map((width, at) => cell(`${width}`, 9, at % 2 === 0 ? 'stone' : undefined)),
  course(13, 'stone'),
  course(4),
  course(4, 'sea'),
]);

const bricks = Array.from({ length: 23 }, (_, at) =>
  at % 2 === 1 ? cell('2', 10) : cell('22', 10, at === 16 ? 'sun' : 'stone'),
);

/** The upper edge of the card: a line that becomes a wall of twelve bricks, which are as wide as a phone of 320 px leaves room for. */
export const wall = drawing('100%', [
  [
    new Markup(
      `<td class="edge" width="100%" height="8" style="height:8px;font-size:0;line-height:0;border-bottom:2px solid ${colours.stone}">&nbsp;</td>`,
    ),
    ...bricks,
  ],
]);
