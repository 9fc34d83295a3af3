import { isolateValues, rewriteCopy } from '#contract/isolate-values.ts';
import type { pseudoLanguage } from '#contract/languages.ts';

const plain = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const accented = 'àƀçđéƒĝĥíĵķļɱñöþɋŕšţûṽŵẋýžÀƁÇĐÉƑĜĤÍĴĶĻṀÑÖÞɊŔŠŢÛṼŴẊÝŽ';

// Values keep their characters: a private-use character marks where one begins and ends.
const value = (one: unknown) => (typeof one === 'string' && one !== '' ? `\ue000${one}\ue001` : one);

/** `⟦Šéñđ ŕéþļý~~~⟧`: accented, 40 % longer, in brackets. */
function write(text: string): string {
  if (!/\p{L}/u.test(text)) return text;
  const parts = text.split(/(\ue000[^\ue001]*\ue001)/);
  const letters = parts
    .map((part) =>
      part.startsWith('\ue000')
        ? part.slice(1, -1)
        : part.replaceAll(/[a-z]/gi, (letter) => accented.charAt(plain.indexOf(letter))),
    )
    .join('');
  return `⟦${letters}${'~'.repeat(Math.ceil(text.length * 0.4))}⟧`;
}

/** Copy that is not used as it was written: in Arabic values are isolated, and the pseudo-language is made from another one. */
export const rewriteFor = <Copy extends object>(language: 'ar' | typeof pseudoLanguage, copy: Copy): Copy =>
  language === 'ar' ? isolateValues(copy) : rewriteCopy(copy, { value, text: write });
