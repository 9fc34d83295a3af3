type Text = (...values: unknown[]) => unknown;

const isText = (value: unknown): value is Text => typeof value === 'function';

/** Copy in which `text` writes every string, and gets the values of a sentence before it does. The shape stays the same. */
export function rewriteCopy<Copy>(
  copy: Copy,
  { value, text }: { value: (value: unknown) => unknown; text: (text: string) => string },
): Copy {
  const rewrite = (part: unknown): unknown => {
    if (typeof part === 'string') return text(part);
    if (isText(part)) return (...values: unknown[]) => rewrite(part(...values.map(value)));
    if (Array.isArray(part)) return part.map(rewrite);
    // React elements are values.
    if (part !== null && typeof part === 'object' && !('$$typeof' in part))
      return Object.fromEntries(Object.entries(part).map(([name, one]) => [name, rewrite(one)]));
    return part;
  };
  return rewrite(copy) as Copy;
}

/** U+2068 … U+2069: what is between them has its own direction, and does not move what is around it. */
const isolate = (value: unknown) => (typeof value === 'string' && value !== '' ? `\u2068${value}\u2069` : value);

/** For copy that is written from right to left: names, numbers, references and email addresses keep their order within a sentence. */
export const isolateValues = <Copy>(copy: Copy): Copy => rewriteCopy(copy, { value: isolate, text: (text) => text });
