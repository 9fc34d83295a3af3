import { fold } from '#contract/fold.ts';

// Around the match, and in all.
const before = 60;
const maxLength = 160;

interface ExcerptPart {
  text: string;
  isMatch: boolean;
}

/** The line with the first word that begins with one of the folded beginnings, in parts. Without one, the beginning of the text. */
export function excerptOf(body: string, beginnings: readonly string[]): ExcerptPart[] {
  const isMatch = (word: string) => {
    const folded = fold(word);
    return beginnings.some((one) => folded === one || (one.length >= 3 && folded.startsWith(one)));
  };
  const matches = [...body.matchAll(/[\p{L}\p{M}\p{N}]+/gu)].filter(([word]) => isMatch(word));
  const at = matches[0]?.index ?? 0;
  const lineStart = body.lastIndexOf('\n', at) + 1;
  const start = at - lineStart > before ? startOfWord(body, at - before) : lineStart;
  const lineEnd = body.indexOf('\n', at);
  const end = Math.min(lineEnd === -1 ? body.length : lineEnd, start + maxLength);
  const parts: ExcerptPart[] = [];
  const add = (text: string, isFound: boolean) => {
    if (text !== '') parts.push({ text: text.toWellFormed(), isMatch: isFound });
  };
  let from = start;
  for (const { 0: word, index } of matches) {
    if (index < from || index + word.length > end) continue;
    add(body.slice(from, index), false);
    add(word, true);
    from = index + word.length;
  }
  add(body.slice(from, end), false);
  return parts;
}

function startOfWord(text: string, at: number): number {
  const space = text.indexOf(' ', at);
  return space === -1 ? at : space + 1;
}
