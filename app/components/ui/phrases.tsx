import { Fragment } from 'react';

/** Articles, prepositions and conjunctions: a line does not end with one of them. */
const shortWord =
  /^(?:à|au|aux|ce|ces|de|des|du|en|et|la|le|les|leur|ne|nos|ou|où|par|pour|que|qui|sa|son|sur|un|une|vos|votre)$/i;
/** Longer ones do not fit in a narrow column at the size of a title. */
const longestGroup = 17;

/** Joins short words to the next word with a no-break space. */
export const joinShortWords = (text: string) =>
  text.split(' ').reduceRight((rest, word) => {
    const [next = ''] = rest.split(' ', 1);
    const isJoined = shortWord.test(word) && word.length + 1 + next.length <= longestGroup;
    return `${word}${isJoined ? '\u00A0' : ' '}${rest}`;
  });

/** After a comma or a colon, unless it follows the first short word. */
const endOfPhrase = /(?<=.{9}[,:]) /;

/** A title that breaks after its commas and colons first, and never after a short word. */
export function Phrases({ text }: { text: string }) {
  return joinShortWords(text)
    .split(endOfPhrase)
    .map((phrase, index) => (
      <Fragment key={phrase}>
        {index > 0 && ' '}
        <span className="inline-block">{phrase}</span>
      </Fragment>
    ));
}
