export type Encoding = 'br' | 'gzip' | 'identity';

const preferred: readonly Encoding[] = ['br', 'gzip', 'identity'];
const onlyIdentity: readonly Encoding[] = ['identity'];

// Browsers send a handful of values; the bound keeps a hostile client from filling memory with others.
const remembered = new Map<string, readonly Encoding[]>();
const mostRemembered = 100;

/** The encodings a client takes, best first; it always ends with identity, which every client can read. */
export function acceptedEncodings(header: string | undefined): readonly Encoding[] {
  if (header === undefined) return onlyIdentity;
  const known = remembered.get(header);
  if (known !== undefined) return known;
  const ranked = rankEncodings(header);
  if (remembered.size < mostRemembered && header.length < 200) remembered.set(header, ranked);
  return ranked;
}

function rankEncodings(header: string): readonly Encoding[] {
  const weights = new Map<string, number>();
  for (const item of header.toLowerCase().split(',', 50)) {
    const [name = '', ...parameters] = item.split(';').map((part) => part.trim());
    weights.set(name === 'x-gzip' ? 'gzip' : name, weightOf(parameters));
  }
  const weigh = (encoding: Encoding) =>
    weights.get(encoding) ?? (encoding === 'identity' ? Number.MIN_VALUE : (weights.get('*') ?? 0));
  const taken = preferred.filter((encoding) => weigh(encoding) > 0).toSorted((a, b) => weigh(b) - weigh(a));
  return taken.includes('identity') ? taken : [...taken, 'identity'];
}

function weightOf(parameters: readonly string[]): number {
  const q = parameters.find((parameter) => parameter.startsWith('q='));
  if (q === undefined) return 1;
  const weight = Number(q.slice('q='.length));
  return weight >= 0 && weight <= 1 ? weight : 0;
}
