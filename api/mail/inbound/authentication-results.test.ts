import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { authservId } from '#tests/fixtures/mails/build-mail.ts';
import { isAuthenticated } from './authentication-results.ts';
import { parseMail } from './parse-mail.ts';

const author = 'camille@client.example';
const received =
  'from mail.client.example (mail.client.example [192.0.2.10]) by mx.portal.example (Postfix) with ESMTP id 1';
const header = (key: string, value: string) => ({ key, value });
const isProven = (values: string[], envelopeSender = author) =>
  isAuthenticated(
    { author, headers: [header('received', received), ...values.map((one) => header('authentication-results', one))] },
    envelopeSender,
    authservId,
  );
const isProvenBy = (results: string, envelopeSender?: string) =>
  isProven([`${authservId}; ${results}`], envelopeSender);

describe('headers that Debian 12 wrote (Postfix 3.7 with rspamd 3.4, or with OpenDKIM 2.11 and OpenDMARC 1.4)', () => {
  const file = new URL('../../../tests/fixtures/mails/verified-headers.txt', import.meta.url);
  const cases = readFileSync(file, 'utf8')
    .trim()
    .split('\n\n')
    .map((block) => {
      const [verdict = '', name = '', sender = '', ...lines] = block.split('\n');
      return { name: name.slice(2), isProven: verdict === '# proven', sender: sender.slice(3, -1), lines };
    });

  test.each(cases)('$name', async ({ sender, lines, ...expected }) => {
    const parsed = await parseMail(Buffer.from(`${lines.join('\r\n')}\r\n\r\nHello`));
    expect(isAuthenticated(parsed, sender, authservId)).toBe(expected.isProven);
  });
});

describe('the sender of the envelope', () => {
  const hostile = [
    '"x; dmarc=pass header.from=client.example; y"@attacker.example',
    '"x;dmarc=pass;y"@attacker.example',
    '"("@attacker.example',
    '"a; dkim=pass header.d=client.example; b"@attacker.example',
    '"a); dkim=pass header.d=client.example (b"@attacker.example',
    String.raw`"a\"; dkim=pass header.d=client.example; x.y=\"b"@attacker.example`,
  ];

  test.each(hostile)('%s is text where it is quoted', (address) => {
    for (const rest of ['', '; dkim=none', '; dmarc=none', '; dmarc=fail (policy=reject) header.from=client.example'])
      expect(isProvenBy(`spf=pass smtp.mailfrom=${address}${rest}`)).toBe(false);
  });

  test.each(hostile)('%s proves nothing, however it is written', (address) => {
    const bare = address.replaceAll('"', '');
    for (const written of [address, bare, `"${bare}"`])
      for (const results of [
        `spf=pass (mx: domain of ${written} designates 192.0.2.1) smtp.mailfrom=${written}; dkim=pass header.d=client.example`,
        `spf=pass smtp.mailfrom=${written}; dmarc=pass header.from=client.example`,
      ]) {
        expect(isProvenBy(results, address)).toBe(false);
        expect(isProvenBy(results, bare)).toBe(false);
      }
  });

  test('an empty one proves nothing: mail servers repeat the name of the client instead', () => {
    expect(isProvenBy('spf=pass smtp.helo=x; dkim=pass header.d=client.example', '')).toBe(false);
  });

  test('an unusual one is no obstacle', () => {
    for (const sender of [
      "o'neil+tag@client.example",
      'srs0=ab=cd=client.example=x@lists.example',
      'rené@client.example',
    ])
      expect(isProvenBy(`spf=pass smtp.mailfrom=${sender}; dmarc=pass header.from=client.example`, sender)).toBe(true);
  });
});

describe('the signatures', () => {
  const signed = (tags: string) =>
    isAuthenticated(
      {
        author,
        headers: [
          header('authentication-results', `${authservId}; dkim=pass header.d=client.example`),
          header('received', received),
          header('dkim-signature', `v=1; a=rsa-sha256; d=client.example; s=sel; ${tags}; b=x`),
        ],
      },
      author,
      authservId,
    );
  test.each(['i=@client.example', 'i=news=3Dportal.example@client.example', 'i=@client\r\n .example', 'l=1;'])(
    'may say %j',
    (tags) => {
      expect(signed(tags)).toBe(true);
    },
  );
  test.each([
    'i=a=3Bdkim=3Dpass@attacker.example',
    'i=a=3b@attacker.example',
    'i=a= 3B@attacker.example',
    'i=a=3\r\n\tB@attacker.example',
    'i=@client.example; i=a=28@attacker.example',
    'i=a=0D=0AX:y@attacker.example',
    's=a(',
    'd="client.example',
  ])('prove nothing with %j, which some mail servers repeat', (tags) => {
    expect(signed(tags)).toBe(false);
  });
});

describe('contradictory or incomplete results', () => {
  test.each([
    [
      'a result of DMARC that failed behind one that passed',
      'dmarc=pass header.from=client.example; dmarc=fail header.from=client.example',
    ],
    ['one before', 'dmarc=fail header.from=client.example; dmarc=pass header.from=client.example'],
    ['one without a policy', 'dmarc=none; dmarc=pass header.from=client.example'],
    ['DMARC without the domain', 'dmarc=pass (p=reject); dkim=pass header.d=client.example'],
    ['DMARC of another domain', 'dmarc=pass header.from=attacker.example; dkim=pass header.d=client.example'],
    [
      'DMARC that could not be checked',
      'dmarc=temperror header.from=client.example; dkim=pass header.d=client.example',
    ],
    [
      'a signature that passed and failed',
      'dkim=pass header.d=client.example header.s=a; dkim=fail header.d=client.example header.s=a',
    ],
    ['a signature where there is none', 'dkim=pass header.d=client.example; dkim=none'],
    ['SPF that passed and failed', 'spf=pass smtp.mailfrom=client.example; spf=fail smtp.mailfrom=client.example'],
    ['SPF of the name of the client', 'spf=pass smtp.helo=client.example'],
    ['one property twice', 'dkim=pass header.d=attacker.example header.d=client.example'],
    ['a parent domain in header.i', 'dkim=pass header.d=example header.i=@client.example'],
    ['no results', 'none'],
    ['none, and one', 'none; dmarc=pass header.from=client.example'],
    ['a quote that does not end', 'dmarc=pass header.from=client.example; spf=pass smtp.mailfrom="x'],
    ['a comment that does not end', 'dmarc=pass header.from=client.example (p=none'],
    ['a comment that does not begin', 'dmarc=pass header.from=client.example p=none)'],
    ['a backslash', String.raw`dmarc=pass header.from=client.example x.y=\a`],
    ['a control character', 'dmarc=pass header.from=client.example\0'],
    ['a quoted method', '"dmarc"=pass header.from=client.example'],
    ['a quoted result', 'dmarc="pass" header.from=client.example'],
    ['a result with a quoted end', 'dmarc=pass"" header.from=client.example'],
    ['an unknown version of the method', 'dmarc/2=pass header.from=client.example'],
  ])('%s', (_name, results) => {
    expect(isProvenBy(results)).toBe(false);
  });

  test('an unknown version of the header', () => {
    expect(isProven([`${authservId} 2; dmarc=pass header.from=client.example`])).toBe(false);
  });

  test('in two headers', () => {
    const [pass, fail] = ['pass', 'fail'].map((one) => `${authservId}; dmarc=${one} header.from=client.example`);
    expect(isProven([String(pass), String(pass)])).toBe(true);
    expect(isProven([String(pass), String(fail)])).toBe(false);
    expect(isProven([String(pass), `${authservId}; spf=pass (`])).toBe(false);
  });

  test('a second signature of the domain that the mail server does not know is none', () => {
    const results =
      'dkim=pass header.d=client.example header.s=rsa; dkim=permerror header.d=client.example header.s=ed';
    expect(isProvenBy(results)).toBe(true);
  });
});

describe('where a header is', () => {
  const pass = header('authentication-results', `${authservId}; dmarc=pass header.from=client.example`);
  const fail = header('authentication-results', `${authservId}; dmarc=fail header.from=client.example`);
  const other = header('authentication-results', 'mx.attacker.example; dmarc=pass header.from=client.example');
  const hop = header('received', received);
  test.each([
    ['above our own Received', [pass, hop], true],
    ['below it', [hop, pass], true],
    ['below it, if there is one above', [fail, hop, pass], false],
    ['below the next', [hop, hop, pass], false],
    ['without a Received', [pass], false],
    ['behind that of another server', [hop, other, pass], true],
    ['of another server', [hop, other], false],
    [
      'from a client whose name is no name',
      [header('received', 'from x?;dkim=pass?a by mx.portal.example'), pass],
      false,
    ],
    [
      'from a client that gives its IP address',
      [header('received', 'from [IPv6:2001:db8::1] (x [2001:db8::1]) by mx'), pass],
      true,
    ],
    ['from a mail service that names no client', [header('received', 'by mx.portal.example with HTTP'), pass], true],
  ])('%s', (_name, headers, expected) => {
    expect(isAuthenticated({ author, headers }, author, authservId)).toBe(expected);
  });
});
