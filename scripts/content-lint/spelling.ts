const addresses = /\S+@\S+|(?:https?:\/\/|www\.)\S+|[\w-]+\.(?:gouv\.)?fr\b/g;
const elision = /^(?:[cdjlmnst]|qu|jusqu|lorsqu|puisqu|quoiqu)’/i;

/** The words of a text. References that hold a figure (27001, P1, 5e) are none. */
export const wordsOf = (text: string): string[] =>
  [...text.replaceAll(addresses, ' ').matchAll(/[\p{L}\p{N}](?:[\p{L}\p{N}’&-]*[\p{L}\p{N}])?/gu)]
    .map(([word]) => word)
    .filter((word) => !/\p{N}/u.test(word));

/** The parts of a word that a dictionary does not know: none, if it knows the word, or all that makes it up. */
export const unknownParts = (word: string, isKnown: (word: string) => boolean): string[] => {
  if (isKnown(word)) return [];
  if (elision.test(word)) return unknownParts(word.replace(elision, ''), isKnown);
  if (word.includes('-'))
    return word
      .split('-')
      .filter(Boolean)
      .flatMap((part) => unknownParts(part, isKnown));
  return [word];
};
