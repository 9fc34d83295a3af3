import { describe, expect, test } from 'vitest';
import { mail } from '#tests/fixtures/mails/build-mail.ts';
import { parseMail } from './parse-mail.ts';
import { senderAddress } from './sender-address.ts';

describe('a From header', () => {
  test.each([
    ['camille@client.example'],
    ['Camille@Client.Example'],
    ['<camille@client.example>'],
    ['Camille Martin <camille@client.example>'],
    ['"Martin, Camille (IT)" <camille@client.example>'],
    ['Camille (IT) Martin <camille@client.example> (mobile)'],
    ['camille@client.example (Camille)'],
    ['camille@client.example <camille@client.example>'],
    [String.raw`"x\" <eve@attacker.example> \"" <camille@client.example>`],
    ['=?utf-8?Q?Camille_Martin?= <camille@client.example>'],
    ['Camille Léger <camille@client.example>'],
  ])('%s', (value) => {
    expect(senderAddress(value)).toBe('camille@client.example');
  });

  test.each([
    [''],
    ['Camille'],
    ['camille@client.example, eve@attacker.example'],
    ['<camille@client.example> <eve@attacker.example>'],
    ['camille@client.example <eve@attacker.example> x'],
    ['Team: camille@client.example;'],
    ['<@attacker.example:camille@client.example>'],
    ['"camille"@client.example'],
    ['camille(x)@client.example'],
    ['camille @client.example'],
    ['camille@client.example@attacker.example'],
    ['camille@[192.0.2.1]'],
    ['"Camille <camille@client.example>'],
    ['(Camille <camille@client.example>'],
    ['=?utf-8?Q?Camille_<camille=40client.example>?='],
    ['=?utf-8?Q?Camille_<camille=40client.example>?= <eve@client.example>'],
    ['Camille\0 <camille@client.example>'],
  ])('%j names nobody for certain', (value) => {
    expect(senderAddress(value)).toBeUndefined();
  });

  test('that is too long to be read still counts as one', async () => {
    const long = `${'x'.repeat(11_000)} <eve@attacker.example>`;
    for (const From of [
      ['camille@client.example', long],
      [long, 'camille@client.example'],
    ])
      expect((await parseMail(mail({ From }))).author).toBeUndefined();
  });
});
