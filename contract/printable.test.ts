import { readFileSync } from 'node:fs';
// oxlint-disable-next-line import/no-named-as-default -- its types know the default export only
import PDFDocument from 'pdfkit';
import { expect, test } from 'vitest';
import { toPrintable, unprintableIn } from './printable.ts';

const fontFile = (name: string) => readFileSync(new URL(`../api/documents/fonts/${name}.ttf`, import.meta.url));

/** What pdfkit draws with the font. */
function charactersOf(name: string): Set<number> {
  const { _font: drawn } = new PDFDocument().font(fontFile(name)) as unknown as {
    _font: { font: { characterSet: number[] } };
  };
  return new Set(drawn.font.characterSet);
}

test.each(['inter-400', 'inter-600'])('what is printable is what %s draws', (name) => {
  const drawn = charactersOf(name);
  const differing: string[] = [];
  for (let code = 0x20; code <= 0x1_ffff; code += 1) {
    const character = String.fromCodePoint(code);
    const isLone = code >= 0xd800 && code <= 0xdfff;
    // Others are replaced before they are drawn.
    if (isLone || toPrintable(character) !== character) continue;
    if ((unprintableIn(character) === '') !== drawn.has(code)) differing.push(code.toString(16));
  }
  expect(differing.filter((code) => code !== 'ffff')).toEqual([]);
});

test('each character is named once, and what shows nothing is left out', () => {
  expect(unprintableIn('Œuvre n° 1 – « 12 € », l’été…')).toBe('');
  expect(unprintableIn('漢字漢 😀 مرحبا')).toBe('漢 字 😀 م ر ح ب ا');
  expect(unprintableIn('1\u20112\t3\u200b\ufeff e\u0301')).toBe('');
  expect(toPrintable('1\u20112\t3\u200b\r\ne\u0301')).toBe('1-2 3\né');
});
