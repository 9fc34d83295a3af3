import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { environmentSchema, readSettings } from './env.ts';
import { showSettings } from './show-settings.ts';

const shown = (environment: NodeJS.ProcessEnv) =>
  Object.fromEntries(showSettings(environment).map(({ name, ...rest }) => [name, rest]));

test('settings are shown with their defaults, and as they are given', () => {
  expect(shown({ PORT: '8080', TRUST_PROXY: '' })).toMatchObject({
    PORT: { value: '8080', isSet: true },
    TRUST_PROXY: { value: '0', isSet: false },
    MAIL_IN_ADDRESSES: { value: 'support', isSet: false },
    SMTP_URL: { value: null, isSet: false },
    BACKUP_KEEP: { value: '7d,4w,0m', isSet: false },
  });
  // Also invalid ones: that is when somebody looks.
  expect(shown({ PORT: 'x' })['PORT']).toEqual({ value: 'x', isSet: true });
});

test('no secret is shown', () => {
  const secret = 'Correct-Horse-0';
  const text = JSON.stringify(
    showSettings({
      DATABASE_URL: `postgresql://portal:${secret}@127.0.0.1:5432/portal?password=${secret}&sslmode=verify-full`,
      MIGRATION_DATABASE_URL: secret,
      SMTP_URL: `smtp://user:${secret}@mail.example.com:587`,
      S3_URL: `https://${secret}:${secret}@s3.example.com/bucket?region=x`,
      AUTH_SECRET: secret,
      AUTH_SECRET_BEFORE: `${secret},${secret}`,
      MAIL_IN_KEY: secret,
      DEMO_PASSWORD: secret,
    }),
  );
  expect(text).not.toContain(secret);
  expect(text).toContain('postgresql://portal:hidden@127.0.0.1:5432/portal?password=hidden&sslmode=verify-full');
  expect(text).toContain('smtp://user:hidden@mail.example.com:587');
});

const key = 'AGE-SECRET-KEY-1QQPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L';

test('a secret that was pasted into a setting of another kind is not shown', () => {
  const password = 'Correct-Horse-0';
  const token = 'Zt3uYb6kW9qXr2mNs8vLc5dFg7hJp4aE/Q==';
  const names = Object.keys(environmentSchema.shape);
  for (const secret of [key, `age1x,${key.toLowerCase()}`, `smtp://user:${password}@mail.example.com`, token])
    for (const name of names) {
      const shownValue = showSettings({ [name]: secret }).find((one) => one.name === name);
      const message = (() => {
        try {
          readSettings({ [name]: secret });
          return '';
        } catch (error) {
          return (error as Error).message;
        }
      })();
      for (const text of [shownValue?.value ?? '', message]) {
        expect([name, text]).not.toEqual([name, expect.stringContaining(password)]);
        expect([name, text]).not.toEqual([name, expect.stringMatching(/SECRET-KEY-1/i)]);
        expect([name, text]).not.toEqual([name, expect.stringContaining(token)]);
      }
    }
  expect(() => readSettings({ BACKUP_RECIPIENT: key })).toThrow(
    'The setting BACKUP_RECIPIENT is a private key, which is not shown: it must be public keys of age',
  );
  expect(() => readSettings({ BACKUP_IDENTITY: 'backup.key' })).toThrow('BACKUP_IDENTITY is "backup.key"');
});

test('docs/operations.md has every setting in its one table, and no other', () => {
  const text = readFileSync('docs/operations.md', 'utf8');
  const [, table = ''] = /### Settings\n+((?:\|.*\n)+)/.exec(text) ?? [];
  const documented = table
    .split('\n')
    .slice(2)
    .flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([A-Z][A-Z\d_]+)`/g)].map(([, name]) => name));
  const names = showSettings({}).map(({ name }) => name);
  expect(documented).toHaveLength(names.length);
  expect(new Set(documented)).toEqual(new Set(names));
});
