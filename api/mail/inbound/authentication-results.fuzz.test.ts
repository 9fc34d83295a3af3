import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { authservId } from '#tests/fixtures/mails/build-mail.ts';
import { isAuthenticated, readAuthenticationResults } from './authentication-results.ts';

const author = 'camille@client.example';
const isProven = (value: string, envelopeSender = author) => {
  const headers = [
    { key: 'received', value: 'from mail.client.example by mx.portal.example' },
    { key: 'authentication-results', value },
  ];
  return isAuthenticated({ author, headers }, envelopeSender, authservId);
};
const isProvenBy = (results: string, envelopeSender?: string) => isProven(`${authservId}; ${results}`, envelopeSender);

// A header from the grammar of RFC 8601, of which each part is known.
const space = fc.constantFrom(' ', '\t', '  ', ' \r\n\t');
const comment = fc.letrec<{ comment: string }>((tie) => ({
  comment: fc
    .array(
      fc.oneof(
        { depthSize: 'small' },
        {
          weight: 4,
          arbitrary: fc.constantFrom(
            'a',
            '"',
            ';',
            '=',
            ' ',
            'dmarc=pass',
            String.raw`\)`,
            String.raw`\(`,
            String.raw`\\`,
          ),
        },
        tie('comment'),
      ),
      { maxLength: 5 },
    )
    .map((parts) => `(${parts.join('')})`),
})).comment;
const gap = fc.array(fc.oneof(space, comment), { maxLength: 2 }).map((parts) => parts.join(''));
const separator = fc.tuple(gap, space, gap).map((parts) => parts.join(''));
const keyword = fc.constantFrom('dmarc', 'dkim', 'spf', 'arc', 'dkim-atps', 'auth');
const outcome = fc.constantFrom('pass', 'fail', 'none', 'neutral', 'softfail', 'temperror');
const property = fc.constantFrom(
  'header.from',
  'header.d',
  'header.s',
  'header.b',
  'smtp.mailfrom',
  'reason',
  'policy.x-y',
);
const quote = (value: string) => `"${value.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
const hostileText = fc
  .array(
    fc.constantFrom(
      'a',
      ';',
      '=',
      '(',
      ')',
      '"',
      '\\',
      ' ',
      'dmarc=pass',
      'dkim=pass',
      'header.from=client.example',
      'header.d=client.example',
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''));
const value = fc.oneof(
  fc
    .constantFrom('client.example', '@client.example', 'a=b@client.example', 'ab/c+d==')
    .map((text) => [text, text] as const),
  hostileText.map((text) => [quote(text), text] as const),
  hostileText.map((text) => [`${quote(text)}@attacker.example`, `${text}@attacker.example`] as const),
);
const statement = fc
  .record({
    method: keyword,
    version: fc.constantFrom('', '/1'),
    result: outcome,
    properties: fc.uniqueArray(fc.tuple(property, value), { selector: ([name]) => name, maxLength: 4 }),
    gaps: fc.tuple(gap, gap, gap),
    separator,
  })
  .map(({ method, version, result, properties, gaps: [before, after, end], separator: between }) => ({
    written: `${before}${method}${version}${after}=${before}${result}${properties.map(([name, [text]]) => `${between}${name}${after}=${before}${text}`).join('')}${end}`,
    meant: {
      method,
      result,
      properties: Object.fromEntries(properties.map(([name, [, text]]) => [name, text.toLowerCase()])),
    },
  }));

describe('any header', () => {
  test('that follows the grammar is read as it was meant', () => {
    const written = fc.record({
      start: gap,
      version: fc.constantFrom('', ' 1'),
      statements: fc.array(statement, { minLength: 1, maxLength: 5 }),
    });
    fc.assert(
      fc.property(written, ({ start, version, statements }) => {
        const text = `${start}${authservId}${version}${statements.map((one) => `;${one.written}`).join('')}`;
        expect(readAuthenticationResults(text, authservId)).toEqual(statements.map(({ meant }) => meant));
      }),
      { numRuns: 3_000 },
    );
  });

  test('proves nothing where it repeats what the sender chose', () => {
    const failed = 'dmarc=fail header.from=client.example';
    fc.assert(
      fc.property(hostileText, (text) => {
        const address = `${quote(text)}@attacker.example`;
        expect(isProvenBy(`spf=pass smtp.mailfrom=${address}; dkim=none; dmarc=none`)).toBe(false);
        expect(isProvenBy(`spf=pass smtp.mailfrom=${address}; ${failed}`)).toBe(false);
        // Without quotes, and in a comment.
        for (const one of [address, `"${text}@attacker.example"`, `${text}@attacker.example`])
          expect(isProvenBy(`spf=pass (domain of ${one}) smtp.mailfrom=${one}; ${failed}`, address)).toBe(false);
      }),
      { numRuns: 3_000 },
    );
  });

  test('proves something only if it says so outside of quotes and comments', () => {
    const piece = fc.constantFrom(
      '"',
      '(',
      ')',
      '\\',
      ';',
      '; ',
      ' ',
      '=',
      '\0',
      '\u00e9',
      'x',
      'none',
      '@',
      `${authservId};`,

      'dmarc=pass',
      'dmarc=fail',
      'dkim=pass',
      'spf=pass',
      'header.from=',
      'header.d=',
      'smtp.mailfrom=',
      'client.example',
      '"client.example"',

      'dmarc=pass header.from=client.example',
      'dkim=pass header.d=client.example',
      'spf=pass smtp.mailfrom=client.example',
    );
    const text = fc.oneof(
      fc.array(piece, { maxLength: 14 }).map((parts) => `${authservId};${parts.join('')}`),
      fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes).toString('latin1')),
    );
    let proven = 0;
    fc.assert(
      fc.property(text, (given) => {
        if (!isProven(given)) return;
        proven += 1;
        expect(outside(given)).toMatch(
          /(?:^|;)\s*(?:dmarc\s*=\s*pass\b[^;]*header\.from\s*=\s*client\.example(?:\s|;|$)|dkim\s*=\s*pass\b[^;]*header\.d\s*=\s*client\.example(?:\s|;|$)|spf\s*=\s*pass\b[^;]*smtp\.mailfrom\s*=\s*[^;\s]*client\.example(?:\s|;|$))/,
        );
      }),
      { numRuns: 20_000 },
    );
    // Otherwise nothing was tested.
    expect(proven).toBeGreaterThan(10);
  });
});

/** What is outside of comments and quoted strings, of which only names remain. Fails if one of them does not end. */
function outside(text: string): string {
  let state = '';
  let depth = 0;
  let kept = '';
  let quotedText = '';
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index] ?? '';
    if (state !== '' && character === '\\') index += 1;
    else if (state === 'quoted' && character === '"') {
      state = '';
      kept += /^[\w.@-]*$/.test(quotedText) ? quotedText : '?';
    } else if (state === 'quoted') quotedText += character;
    else if (state === 'comment') {
      depth += character === '(' ? 1 : character === ')' ? -1 : 0;
      if (depth === 0) state = '';
    } else if (character === '"') [state, quotedText] = ['quoted', ''];
    else if (character === '(') [state, depth, kept] = ['comment', 1, `${kept} `];
    else kept += character;
  }
  expect(state).toBe('');
  return kept;
}
