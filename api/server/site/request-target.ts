export interface Target {
  /** Percent-decoded, except for escaped reserved characters: `%2F` in it is no separator. */
  path: string;
  /** With its question mark, as it was sent; or empty. */
  query: string;
}

const longestTarget = 8192;
const origin = /^https?:\/\/[^/?#]*/i;
// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const controlCharacter = /[\0-\x1f\x7f]/;

/** What a request asks for, or the status that refuses it. */
export function readTarget(url: string): Target | 400 | 414 {
  if (url.length > longestTarget) return 414;
  // A proxy may send the absolute form; only its path matters here.
  const local = url.startsWith('/') ? url : url.replace(origin, '') || '/';
  const start = local.indexOf('?');
  const encoded = start === -1 ? local : local.slice(0, start);
  const path = decode(encoded);
  if (path === undefined || !path.startsWith('/') || controlCharacter.test(path)) return 400;
  return { path, query: start === -1 ? '' : local.slice(start) };
}

function decode(encoded: string): string | undefined {
  if (!encoded.includes('%')) return encoded;
  try {
    return decodeURI(encoded);
  } catch {
    return undefined;
  }
}
