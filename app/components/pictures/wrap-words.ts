/** SVG text does not wrap: breaks a title at spaces into lines of at most `width` characters, a longer word standing alone. */
export function wrapWords(words: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of words.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
