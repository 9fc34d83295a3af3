/** Writes the icons of public/ from the mark of app/components/layout/logo.tsx. Run by hand when the mark changes. */
import { mkdir, writeFile } from 'node:fs/promises';
import { Resvg } from '@resvg/resvg-js';

const azure = '#0b63e5';
const sea = '#0fa3b1';
const white = '#ffffff';
const foam = '#8be6ec';

type Drawing = { bay: string; rampart: string; width: number };

const mark: Drawing = { bay: 'M4 10v15a16 16 0 0 0 32 0', rampart: 'M36 25V4h-8v9h-8V4h-8v9', width: 4.5 };
// The same line on a grid of 16, so that its edges fall on whole pixels in a browser tab.
const small: Drawing = { bay: 'M2 3v6a6 6 0 0 0 12 0', rampart: 'M14 9V1h-3v3H8V1H5v3', width: 1.9 };

const line = ({ bay, rampart, width }: Drawing, bayPaint: string, rampartPaint: string) =>
  `<g fill="none" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"><path ${bayPaint} d="${bay}"/><path ${rampartPaint} d="${rampart}"/></g>`;

const tab = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><style>@media(prefers-color-scheme:dark){.b{stroke:#43c4d0}.r{stroke:#7db1ff}}</style>${line(
  small,
  `class="b" stroke="${sea}"`,
  `class="r" stroke="${azure}"`,
)}</svg>\n`;

/** The mark on the brand's blue; `share` is how much of the side it takes, `corner` how round the tile is. */
function tile({ share, corner }: { share: number; corner: number }) {
  const side = 44 / share;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}"><rect width="${side}" height="${side}" rx="${side * corner}" fill="${azure}"/><g transform="translate(${side / 2 - 20} ${side / 2 - 22.5})">${line(
    mark,
    `stroke="${foam}"`,
    `stroke="${white}"`,
  )}</g></svg>`;
}

const png = (svg: string, width: number) => new Resvg(svg, { fitTo: { mode: 'width', value: width } }).render().asPng();

/** An ICO file is a directory of pictures; since Windows Vista each may be a PNG. */
function ico(pictures: { size: number; data: Buffer }[]) {
  const header = Buffer.alloc(6 + 16 * pictures.length);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(pictures.length, 4);
  let offset = header.length;
  for (const [index, { size, data }] of pictures.entries()) {
    const entry = 6 + 16 * index;
    header.writeUInt8(size, entry);
    header.writeUInt8(size, entry + 1);
    header.writeUInt16LE(1, entry + 4);
    header.writeUInt16LE(32, entry + 6);
    header.writeUInt32LE(data.length, entry + 8);
    header.writeUInt32LE(offset, entry + 12);
    offset += data.length;
  }
  return Buffer.concat([header, ...pictures.map(({ data }) => data)]);
}

// Launchers cut a maskable icon to a circle of 80 %: the mark stays inside it. iOS rounds the corners itself.
const rounded = tile({ share: 0.62, corner: 0.22 });
const bleeding = tile({ share: 0.58, corner: 0 });
const maskable = tile({ share: 0.48, corner: 0 });

const files: Record<string, string | Buffer> = {
  'favicon.svg': tab,
  'favicon.ico': ico([16, 32].map((size) => ({ size, data: png(tab, size) }))),
  'apple-touch-icon.png': png(bleeding, 180),
  'icon-192.png': png(rounded, 192),
  'icon-512.png': png(rounded, 512),
  'icon-maskable-512.png': png(maskable, 512),
};
await mkdir('public', { recursive: true });
for (const [name, data] of Object.entries(files)) await writeFile(`public/${name}`, data);
console.log(Object.keys(files).join(', '));
