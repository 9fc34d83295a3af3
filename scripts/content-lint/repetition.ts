import type { Copy } from './copy.ts';

// Shorter ones are labels, facts and names: they may well return.
const shortest = 60;

export const sentencesOf = (text: string): string[] =>
  text
    .split(/(?<=[.!?…])\s+/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence.length > shortest);

export type Repetition = { sentence: string; files: string[] };

/** Sentences that occur in two files, except shared ones (`writtenOnce`). */
export const repetitions = (copy: Copy[], writtenOnce: string[] = []): Repetition[] => {
  const filesOf = new Map<string, Set<string>>();
  for (const { file, text } of copy) {
    for (const sentence of sentencesOf(text)) filesOf.set(sentence, (filesOf.get(sentence) ?? new Set()).add(file));
  }
  const exempt = new Set(writtenOnce.flatMap(sentencesOf));
  return [...filesOf]
    .filter(([sentence, files]) => files.size > 1 && !exempt.has(sentence))
    .map(([sentence, files]) => ({ sentence, files: [...files] }));
};
