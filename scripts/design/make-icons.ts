/** Writes app/assets/icons.svg: one symbol for each icon that the interface names. Run by hand. */
import { readFile, writeFile } from 'node:fs/promises';

const icons = [
  'arrow-down',
  'arrow-left',
  'arrow-right',
  'arrow-up',
  'arrow-up-down',
  'arrow-up-right',
  'award',
  'badge-check',
  'book-open',
  'check',
  'chevron-down',
  'chevron-right',
  'circle-alert',
  'clock',
  'copy',
  'credit-card',
  'download',
  'ellipsis',
  'eye',
  'eye-off',
  'file-text',
  'fingerprint',
  'key',
  'keyboard',
  'layout-dashboard',
  'life-buoy',
  'lock',
  'log-out',
  'mail',
  'mail-check',
  'map-pin',
  'menu',
  'minus',
  'monitor',
  'pencil',
  'phone',
  'plus',
  'printer',
  'quote',
  'receipt-text',
  'refresh',
  'search',
  'settings',
  'shield-check',
  'upload',
  'users',
  'x',
];
/** Where our word for a thing differs from the drawing's own name. */
const drawnAs: Record<string, string> = {
  refresh: 'refresh-cw',
};

const symbols = await Promise.all(
  icons.map(async (name) => {
    const drawing = await readFile(`node_modules/lucide-static/icons/${drawnAs[name] ?? name}.svg`, 'utf8');
    const shapes = drawing
      .replace(/^[\s\S]*?<svg[\s\S]*?>/, '')
      .replace('</svg>', '')
      .replace(/\s*\n\s*/g, '')
      .replaceAll(' />', '/>');
    return `<symbol id="${name}" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round">${shapes}</symbol>`;
  }),
);
await writeFile('app/assets/icons.svg', `<svg xmlns="http://www.w3.org/2000/svg">\n${symbols.join('\n')}\n</svg>\n`);
console.log(`${symbols.length} icons`);
