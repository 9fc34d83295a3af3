import { mkdtempSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { OperatorError } from '#api/lib/errors.ts';
import { authSecret, deriveKeys } from './auth-settings.ts';

const newFolder = () => mkdtempSync(join(tmpdir(), 'auth-secret-'));

test('AUTH_SECRET is used and nothing is written', () => {
  expect(authSecret({ authSecret: 'given', dataDir: '/nowhere/at/all' })).toBe('given');
});

test('a missing secret is generated once, readable by the owner only', () => {
  const dataDir = join(newFolder(), 'data');
  const first = authSecret({ authSecret: undefined, dataDir });
  expect(first.length).toBeGreaterThanOrEqual(32);
  expect(authSecret({ authSecret: undefined, dataDir })).toBe(first);
  expect(statSync(join(dataDir, 'auth-secret')).mode & 0o777).toBe(0o600);
  expect(statSync(dataDir).mode & 0o777).toBe(0o700);
});

test('a data folder that is a file stops with a message', () => {
  const file = join(newFolder(), 'data');
  writeFileSync(file, '');
  expect(() => authSecret({ authSecret: undefined, dataDir: file })).toThrow(OperatorError);
});

test('an empty secret file stops with a message instead of signing with an empty secret', () => {
  const dataDir = newFolder();
  writeFileSync(join(dataDir, 'auth-secret'), '');
  expect(() => authSecret({ authSecret: undefined, dataDir })).toThrow(/contains no valid secret/);
});

const valuesOf = (secret: string, before?: string[]) => Object.values(deriveKeys(secret, before)).flat() as string[];

test('every purpose has its own key, and none is the secret', () => {
  const all = ['one', 'two'].flatMap((secret) => valuesOf(secret));
  expect(new Set([...all, 'one', 'two']).size).toBe(24);
  for (const key of all) expect(key).toMatch(/^[\w-]{43}$/);
});

test('keys are deterministic, and previous secrets are kept for all but cookies, rate limits, the log and the doctor', () => {
  const { cookies, rateLimits, pseudonyms, doctor, ...lists } = deriveKeys('new');
  const before = deriveKeys('old') as unknown as Record<string, string[]>;
  expect(deriveKeys('new', ['old'])).toEqual({
    cookies,
    rateLimits,
    pseudonyms,
    doctor,
    ...Object.fromEntries(Object.entries(lists).map(([name, keys]) => [name, [...keys, ...(before[name] ?? [])]])),
  });
});
