import { type HeaderToken, tokensOf } from './header-tokens.ts';
import type { InboundMail } from './parse-mail.ts';
import { isPlainAddress } from './sender-address.ts';

interface AuthenticationResult {
  method: string;
  result: string;
  /** `smtp.mailfrom`, `header.d` and so on. */
  properties: Record<string, string>;
}

/**
 * The results in a header of our mail server (RFC 8601), or `malformed` where it does not follow the grammar: then a part of it may have
 * been chosen by a stranger. Undefined where the header is another server's.
 */
export function readAuthenticationResults(
  value: string,
  authservId: string,
): AuthenticationResult[] | 'malformed' | undefined {
  const { tokens, isWhole } = tokensOf(value, ';=');
  const [head = [], ...statements] = split(tokens);
  // `id` or `id 1`.
  const [id, version, ...others] = head;
  if (id?.text.toLowerCase() !== authservId.toLowerCase()) return undefined;
  if (!isWhole || others.length > 0 || (version !== undefined && version.text !== '1')) return 'malformed';
  const [only, ...more] = statements;
  if (only?.length === 1 && more.length === 0 && only[0]?.text.toLowerCase() === 'none') return [];
  const results = statements.filter((statement) => statement.length > 0).map(readStatement);
  return results.every((one) => one !== undefined) ? results : 'malformed';
}

function split(tokens: readonly HeaderToken[]): HeaderToken[][] {
  const statements: HeaderToken[][] = [[]];
  for (const token of tokens)
    if (token.kind === ';') statements.push([]);
    else statements.at(-1)?.push(token);
  return statements;
}

/** `method=result` and properties, such as `dkim=pass (comment) header.d=example.com`. */
function readStatement(statement: readonly HeaderToken[]): AuthenticationResult | undefined {
  const pairs = new Map<string, string>();
  let index = 0;
  while (index < statement.length) {
    const [name, equals, first] = statement.slice(index, index + 3);
    if (name?.kind !== 'text' || equals?.kind !== '=' || first === undefined || first.kind === '=') return undefined;
    index += 3;
    // A result is one keyword: nobody quotes it.
    if (pairs.size === 0 && (first.kind !== 'text' || statement[index]?.isAttached === true)) return undefined;
    let value = first.text;
    // An email address with a quoted local part, and values that contain an equals sign.
    for (let next = statement[index]; next?.isAttached === true; next = statement[index]) {
      value += next.text;
      index += 1;
    }
    const key = name.text.toLowerCase();
    if (!propertyName.test(key) || pairs.has(key)) return undefined;
    pairs.set(key, value.toLowerCase());
  }
  const [[method, result] = ['', ''], ...properties] = pairs;
  const [, keyword] = /^([a-z][a-z\d-]*)(?:\/1)?$/.exec(method) ?? [];
  if (keyword === undefined || !/^[a-z]+$/.test(result)) return undefined;
  return { method: keyword, result, properties: Object.fromEntries(properties) };
}

const propertyName = /^[a-z][\w.-]*(?:\/1)?$/;

/**
 * The results in the headers that our mail server wrote. Senders write nothing above the topmost Received, which is its own. If it added
 * none there, those up to the next Received count: rspamd puts its header below the first, and removes those of the sender. Everything
 * behind the next Received came from outside.
 */
function ownResults(headers: InboundMail['headers'], authservId: string): AuthenticationResult[] {
  const [first, second] = headers.flatMap(({ key }, index) => (key === 'received' ? [index] : []));
  if (first === undefined || !isPlainClient(headers[first]?.value ?? '')) return [];
  const resultsIn = (from: number, to: number | undefined) =>
    headers
      .slice(from, to)
      .filter(({ key }) => key === 'authentication-results')
      .map(({ value }) => readAuthenticationResults(value, authservId))
      .filter((one) => one !== undefined);
  const above = resultsIn(0, first);
  const found = above.length > 0 ? above : resultsIn(first, second);
  return found.includes('malformed') ? [] : found.filter((one) => one !== 'malformed').flat();
}

/** Some mail servers repeat the name by which the client introduced itself in their results; it can be any text. */
const isPlainClient = (received: string) => {
  const [, client] = /^from\s+(\S+)/i.exec(received) ?? [];
  return client === undefined || /^(?:[\w.-]+|\[[\w.:]+\])$/.test(client);
};

/**
 * OpenDKIM decodes the identity of a signature and repeats it in its results without quotes, even line breaks. Folded anywhere, an encoded
 * character is still one.
 */
const isPlainSignature = (signature: string) =>
  signature.split(';').every((tag) => {
    const [, repeated = ''] = /^\s*[dis]\s*=([^]*)$/i.exec(tag) ?? [];
    const decoded = repeated
      .replaceAll(/\s+/g, '')
      .replaceAll(/=([\da-f]{2})/gi, (_all, code: string) => String.fromCodePoint(Number.parseInt(code, 16)));
    return /^[^\s"(),:;<>[\\\]\p{Cc}]*$/u.test(decoded);
  });

/**
 * Whether our own mail server found that a mail comes from the domain of its From header. DMARC decides where the domain has a policy,
 * otherwise DKIM or SPF for that domain. Results that contradict each other prove nothing: one of them may be forged.
 */
export function isAuthenticated(
  { headers, author }: Pick<InboundMail, 'headers' | 'author'>,
  envelopeSender: string,
  authservId: string,
): boolean {
  if (author === undefined || !isPlainAddress(envelopeSender)) return false;
  if (headers.some(({ key, value }) => key === 'dkim-signature' && !isPlainSignature(value))) return false;
  const results = ownResults(headers, authservId);
  const domain = domainOf(author);
  const of = (name: string) => results.filter(({ method }) => method === name);
  const dmarc = of('dmarc');
  if (dmarc.some(({ result }) => result !== 'none'))
    return dmarc.every(({ result, properties }) => result === 'pass' && properties['header.from'] === domain);
  return isSigned(of('dkim'), domain) || isPermitted(of('spf'), domain);
}

const domainOf = (address: string) => address.slice(address.lastIndexOf('@') + 1);

/**
 * Only the same domain. Relaxed alignment would need the public suffix list: without it, `x.github.io` would vouch for
 * `github.io`. Mail servers that know the list write a result of DMARC, which is about the domain of the From header itself.
 */
function isSigned(results: readonly AuthenticationResult[], domain: string): boolean {
  const signatureOf = ({ properties }: AuthenticationResult) =>
    ['header.d', 'header.s', 'header.b'].map((name) => properties[name] ?? '').join('\n');
  const failed = new Set(results.filter(({ result }) => result !== 'pass').map(signatureOf));
  // A mail without signatures has none that is valid.
  if (results.some(({ result }) => result === 'none')) return false;
  return results.some(
    (one) => one.result === 'pass' && one.properties['header.d'] === domain && !failed.has(signatureOf(one)),
  );
}

/** SPF of the envelope's sender; a mail server may also write that of the client's name. */
function isPermitted(results: readonly AuthenticationResult[], domain: string): boolean {
  const ofSender = results.filter(({ properties }) => 'smtp.mailfrom' in properties || !('smtp.helo' in properties));
  return (
    ofSender.length > 0 &&
    ofSender.every(
      ({ result, properties }) => result === 'pass' && domainOf(properties['smtp.mailfrom'] ?? '') === domain,
    )
  );
}
