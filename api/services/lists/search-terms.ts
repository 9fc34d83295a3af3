export interface SearchTerms {
  /** One for each word: a row must match them all. */
  patterns: string[];
  /** Rows whose id lies between match as well. */
  ids: { from: string; to: string } | undefined;
}

const mostWords = 6;

/** The words of a search as patterns, or undefined if it has none. Case and accents are the database's affair. */
export function searchTerms(q: string, isSearchedById: boolean): SearchTerms | undefined {
  const words = q
    .replaceAll(currencyBefore, '')
    .trim()
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, mostWords);
  if (words.length === 0) return undefined;
  return {
    patterns: words.map((word) => `%${asWritten(word).replaceAll(/[\\%_]/g, '\\$&')}%`),
    ids: isSearchedById && words.length === 1 ? idRange(words[0] ?? '') : undefined,
  };
}

// People search for what they see: '$1,250.50' is '1250.50' in the database, and so are 'CA$1,250.50' and 'CHF 1,250.50', whose
// blank is one that does not break. The comma of 'Jan 05, 2025' stays.
const currencyBefore = /(?<!\S)[\p{L}\p{Sc}]+(?:\u202f\p{L}+)?\u00a0(?=\d)/gu;
const asWritten = (word: string) =>
  word.replace(/^\p{L}{0,3}\p{Sc}(?=\d)/u, '').replaceAll(/(?<=\d),(?=\d{3}(?:\D|$))/g, '');

function idRange(word: string): SearchTerms['ids'] {
  const digits = word.toLowerCase().replaceAll('-', '');
  if (!/^[\da-f]{1,32}$/.test(digits)) return undefined;
  return { from: digits.padEnd(32, '0'), to: digits.padEnd(32, 'f') };
}
