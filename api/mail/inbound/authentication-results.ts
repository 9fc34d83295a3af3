interface AuthenticationResult {
  method: string;
  result: string;
  /** `smtp.mailfrom`, `header.d` and so on. */
  properties: Record<string, string>;
}

/** RFC 8601. Undefined where the header is another server's. */
export function readAuthenticationResults(value: string, authservId: string): AuthenticationResult[] | undefined {
  const [server = '', ...statements] = withoutComments(value).split(';');
  // `id` or `id 1`.
  const [id = ''] = server.trim().split(/\s+/);
  if (id.toLowerCase() !== authservId.toLowerCase()) return undefined;
  return statements.flatMap((statement) => {
    const [first = '', ...rest] = statement.trim().split(/\s+/);
    const [, method, result] = /^([a-z\d-]+)(?:\/\d+)?=([a-z]+)$/i.exec(first) ?? [];
    if (method === undefined || result === undefined) return [];
    const pairs = rest.map((pair) => /^([a-z\d.-]+)="?([^"]*)"?$/i.exec(pair)).filter((pair) => pair !== null);
    const properties = Object.fromEntries(
      pairs.map(([, name = '', text = '']) => [name.toLowerCase(), text.toLowerCase()]),
    );
    return [{ method: method.toLowerCase(), result: result.toLowerCase(), properties }];
  });
}

// Comments nest, and may contain anything that looks like a result.
function withoutComments(value: string): string {
  let depth = 0;
  let kept = '';
  for (let index = 0; index < value.length; index += 1) {
    const character = value[index];
    if (character === '\\') index += 1;
    else if (character === '(') depth += 1;
    else if (character === ')') depth = Math.max(0, depth - 1);
    else if (depth === 0) kept += character;
  }
  return kept;
}

const domainOf = (value: string | undefined) => value?.slice(value.lastIndexOf('@') + 1);

/**
 * Only the same domain. Relaxed alignment would need the public suffix list: without it, `x.github.io` would vouch for
 * `github.io`. Mail servers that know the list write a result of DMARC, which is about the domain of the From header itself.
 */
const isAligned = (domain: string | undefined, fromDomain: string) => domain === fromDomain;

/**
 * Whether our own mail server found that a mail comes from the domain of its From header. Only its topmost header counts:
 * whatever the sender wrote is below. DMARC decides where there is a result of it, otherwise DKIM or SPF for that domain.
 */
export function isAuthenticated(headers: readonly { key: string; value: string }[], authservId: string, from: string) {
  const results = headers
    .filter(({ key }) => key === 'authentication-results')
    .map(({ value }) => readAuthenticationResults(value, authservId))
    .find((found) => found !== undefined);
  const fromDomain = domainOf(from) ?? '';
  if (results === undefined || fromDomain === '') return false;
  const dmarc = results.find(({ method, result }) => method === 'dmarc' && result !== 'none');
  if (dmarc !== undefined)
    return dmarc.result === 'pass' && isAligned(dmarc.properties['header.from'] ?? fromDomain, fromDomain);
  return results.some(({ method, result, properties }) => {
    if (result !== 'pass') return false;
    if (method === 'dkim') return isAligned(properties['header.d'] ?? domainOf(properties['header.i']), fromDomain);
    return method === 'spf' && isAligned(domainOf(properties['smtp.mailfrom']), fromDomain);
  });
}
