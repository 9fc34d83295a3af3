export interface HeaderToken {
  /** `text` and `quoted` are what a header says; everything else is one of the special characters. */
  kind: string;
  /** Without quotes and escapes. */
  text: string;
  /** Whether neither space nor comment separates it from the previous token. */
  isAttached: boolean;
}

const space = /[ \t\r\n]+/y;
// oxlint-disable-next-line no-control-regex -- a quoted string has no control characters
const quoted = /"((?:[^"\\\0-\x08\x0B\x0C\x0E-\x1F\x7F]|\\[\t -~\u0080-\u{10FFFF}])*)"/uy;
// oxlint-disable-next-line no-control-regex -- nor has any other text
const control = /[\0-\x08\x0B\x0C\x0E-\x1F\x7F]/;

/**
 * The tokens of a structured header (RFC 5322 section 3.2) up to the first character that belongs to none: a quote or comment that does not
 * end, a backslash outside of both, a control character. Strangers choose parts of headers that our own mail server writes, so nothing is
 * guessed: `isWhole` is false then.
 */
export function tokensOf(value: string, specials: string): { tokens: HeaderToken[]; isWhole: boolean } {
  const tokens: HeaderToken[] = [];
  let position = 0;
  let isAttached = false;
  const take = (pattern: RegExp) => {
    pattern.lastIndex = position;
    const found = pattern.exec(value);
    if (found !== null) position = pattern.lastIndex;
    return found;
  };
  const add = (kind: string, text: string) => {
    tokens.push({ kind, text, isAttached });
    isAttached = true;
  };
  while (position < value.length) {
    const character = value.charAt(position);
    const start = position;
    if (take(space) !== null) isAttached = false;
    else if (specials.includes(character)) {
      position += 1;
      add(character, character);
    } else if (character === '"') {
      const found = take(quoted);
      if (found !== null) add('quoted', (found[1] ?? '').replaceAll(/\\(.)/gsu, '$1'));
    } else if (character === '(') {
      position = endOfComment(value, position);
      isAttached = false;
    } else {
      while (position < value.length && !isDelimiter(value.charAt(position), specials)) position += 1;
      if (position > start) add('text', value.slice(start, position));
    }
    if (position === start) return { tokens, isWhole: false };
  }
  return { tokens, isWhole: true };
}

const isDelimiter = (character: string, specials: string) =>
  ' \t\r\n"()\\'.includes(character) || specials.includes(character) || control.test(character);

/** The position behind a comment, which can contain others; its start where it does not end. Quotes mean nothing inside. */
function endOfComment(value: string, start: number): number {
  let depth = 0;
  for (let position = start; position < value.length; position += 1) {
    const character = value.charAt(position);
    if (control.test(character)) return start;
    if (character === '\\') position += 1;
    else if (character === '(') depth += 1;
    else if (character === ')') depth -= 1;
    if (depth === 0) return position + 1;
  }
  return start;
}
