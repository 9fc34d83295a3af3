import { expect, test } from 'vitest';
import { hashPassword, verifyPassword } from './password-hash.ts';

test('a hash verifies its own password only', async () => {
  const hash = await hashPassword('pass phrase 🙂');
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await verifyPassword({ hash, password: 'pass phrase 🙂' })).toBe(true);
  expect(await verifyPassword({ hash, password: 'pass phrase' })).toBe(false);
  expect(await hashPassword('pass phrase 🙂')).not.toBe(hash);
});

test('composed and decomposed accents are the same', async () => {
  expect(await verifyPassword({ hash: await hashPassword('été'), password: 'été'.normalize('NFD') })).toBe(true);
});

test('a hash is verified with its own cost parameters', async () => {
  const cheaper = '$argon2id$v=19$m=8192,t=1,p=1$c29tZXNhbHRzb21lc2FsdA$';
  expect(await verifyPassword({ hash: `${cheaper}${'A'.repeat(43)}`, password: 'x' })).toBe(false);
});

test.each(['', 'plain', '$argon2id$v=19$m=1,t=1,p=1$a$b', '$2b$10$abcdefghijklmnopqrstuv'])(
  'rejects malformed hashes: %j',
  async (hash) => {
    expect(await verifyPassword({ hash, password: '' })).toBe(false);
  },
);
