import { Markup } from '../lib/markup.ts';

// Drawn with table cells: many clients block images, and some forward them to a service that sees who reads what.

const colours = { stone: '#0b63e5', sea: '#0fa3b1', sun: '#f2a93b' };

/** Clients give an empty cell the height of a line of text, and no width. `style`: what follows its size. */
const cell = (attributes: string, width: number, height: number, style = '') =>
  new Markup(
    `<td${attributes} width="${width}" height="${height}" style="min-width:${width}px;height:${height}px;font-size:0;line-height:0${style}">&nbsp;</td>`,
  );

const drawing = (attributes: string, rows: Markup[][]) =>
  new Markup(
    `<table${attributes} role="presentation" aria-hidden="true" cellpadding="0" cellspacing="0" border="0"><tr>${rows.map((cells) => cells.join('')).join('</tr>\n<tr>')}</tr></table>`,
  );

const lines = { edge: colours.stone, bay: colours.sea };

/** A cell with lines along some of its sides. Its size is what they leave. */
const lined = (line: keyof typeof lines, sides: string[], width: number, height: number, columns = 1, round = '') =>
  cell(
    `${columns > 1 ? ` colspan="${columns}"` : ''} class="${line}"`,
    width,
    height,
    `${sides.map((side) => `;border-${side}:4px solid ${lines[line]}`).join('')}${round && `;border-radius:${round}`}`,
  );

const merlon = lined('edge', ['left', 'top', 'right'], 3, 7, 1, '2px 2px 0 0');

/** The logo as the site draws it, a shield of one line: the rampart on top, the bay below. The same from right to left. */
export const mark = drawing(' dir="ltr" width="32"', [
  [cell('', 7, 11), merlon, lined('edge', ['bottom'], 3, 7), merlon],
  [lined('bay', ['left'], 14, 9, 2), lined('edge', ['right'], 10, 9, 2)],
  [lined('bay', ['left', 'bottom', 'right'], 24, 12, 4, '0 0 16px 16px')],
]);

const brick = (name: 'stone' | 'sun') =>
  cell(` class="${name}" bgcolor="${colours[name]}"`, 22, 10, `;background:${colours[name]}`);
const bricks = Array.from({ length: 23 }, (_, at) =>
  at % 2 === 1 ? cell('', 2, 10) : brick(at === 16 ? 'sun' : 'stone'),
);

/** The upper edge of the card: a line that becomes a wall of twelve bricks, which are as wide as a phone of 320 px leaves room for. */
export const wall = drawing(' width="100%"', [
  [
    new Markup(
      `<td class="edge" width="100%" height="8" style="height:8px;font-size:0;line-height:0;border-bottom:2px solid ${colours.stone}">&nbsp;</td>`,
    ),
    ...bricks,
  ],
]);
