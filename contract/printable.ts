// The fonts in api/documents/fonts have Latin letters, common symbols and currency signs.
// Other characters would be printed as bars.

const unprintable =
  /[^\n -~\u00a0-\u00ac\u00ae-\u0148\u014a-\u01c3\u01c5-\u024f\u2002\u2009\u2013\u2014\u2018-\u201a\u201c-\u201e\u2020\u2022\u2026\u202f\u2032\u2033\u2039\u203a\u2044\u20a0-\u20af\u20b1-\u20b5\u20b8-\u20ba\u20bc-\u20bf\u2113\u2122\u2191\u2193\u2212]/gu;

/** The same text with letters and accents composed, and without characters that show nothing. */
export const toPrintable = (text: string) =>
  text
    .normalize('NFC')
    .replaceAll(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .replaceAll(/[\u2010\u2011]/g, '-')
    .replaceAll(/(?![\n\u00a0\u202f\u2002\u2009])[\s\u2000-\u200a]/g, ' ')
    .replaceAll(/(?!\n)[\p{Cc}\p{Cf}\u{fe00}-\u{fe0f}]/gu, '');

/** The characters that our documents cannot print, each once, a few of them: `漢 字`. Empty if there are none. */
export const unprintableIn = (text: string): string =>
  [...new Set(toPrintable(text).match(unprintable))].slice(0, 8).join(' ');
