import { afterAll, expect, test } from 'vitest';
import { mail, replier } from '#tests/fixtures/mails/build-mail.ts';
import { createMailReader } from './mail-reader.ts';

const reader = createMailReader({ cpuMs: 300 });
afterAll(() => reader.close());
const policy = { siteHost: 'x', ownAddresses: [], authservId: undefined, domain: undefined, addresses: [] };
const envelope = { sender: replier, recipients: ['support@x.example'] };
const read = (raw: Buffer, pieceSize = raw.length) =>
  reader.read({ original: piecesOf(raw, pieceSize), envelope, token: undefined, policy });
async function* piecesOf(raw: Buffer, size: number) {
  for (let start = 0; start < raw.length; start += size) yield raw.subarray(start, start + size);
}
const ordinary = () => read(mail({}, 'Bonjour'));

test('a mail is read, with its text', async () => {
  expect(await ordinary()).toMatchObject({ from: replier, visibleText: 'Bonjour', authentication: 'unchecked' });
});

test('a mail in pieces is read as a whole', async () => {
  expect(await read(mail({}, 'Bonjour'), 7)).toMatchObject({ from: replier, visibleText: 'Bonjour' });
});

test('a mail whose original cannot be read is an error, and the next one is read', async () => {
  async function* broken() {
    yield mail({});
    throw new Error('The disk is broken.');
  }
  const reading = reader.read({ original: broken(), envelope, token: undefined, policy });
  await expect(reading).rejects.toThrow('The disk is broken.');
  expect(await ordinary()).toMatchObject({ visibleText: 'Bonjour' });
});

test('a mail that takes too long is malformed, and the next one is read', async () => {
  const slow = mail({ 'Content-Type': 'text/html' }, `<p>${'<b>a</b>'.repeat(3_000_000)}`);
  const impatient = createMailReader({ cpuMs: 1 });
  const original = piecesOf(slow, slow.length);
  const result = await impatient.read({ original, envelope, token: undefined, policy });
  expect(result).toMatchObject({ verdict: { action: 'hold', reason: 'malformed' }, text: '', files: [] });
  await impatient.close();
  expect(await ordinary()).toMatchObject({ visibleText: 'Bonjour' });
});

test('several mails at once are read one after the other, each with its own text', async () => {
  const texts = await Promise.all(
    ['one', 'two', 'three'].map(async (body) => (await read(mail({}, body))).visibleText),
  );
  expect(texts).toEqual(['one', 'two', 'three']);
});
