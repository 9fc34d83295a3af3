import { expect, test } from 'vitest';
import { deriveKeys } from './auth-settings.ts';

const valuesOf = (secret: string, before?: string[]) => Object.values(deriveKeys(secret, before)).flat() as string[];

test('every purpose has its own key, and none is the secret', () => {
  const all = ['one', 'two'].flatMap((secret) => valuesOf(secret));
  expect(new Set([...all, 'one', 'two']).size).toBe(10);
  for (const key of all) expect(key).toMatch(/^[\w-]{43}$/);
});

test('keys are deterministic, and previous secrets are kept for devices and better-auth only', () => {
  expect(deriveKeys('new', ['old'])).toEqual({
    ...deriveKeys('new'),
    devices: [...deriveKeys('new').devices, ...deriveKeys('old').devices],
    library: [...deriveKeys('new').library, ...deriveKeys('old').library],
  });
});
