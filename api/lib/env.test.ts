import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { readSettings } from './env.ts';
import { OperatorError } from './errors.ts';

const secret = 'a-secret-of-at-least-thirty-two-characters';

test('an empty environment gives the documented defaults', () => {
  expect(readSettings({})).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    dataDir: resolve('./data'),
    databaseUrl: undefined,
    migrationDatabaseUrl: undefined,
    siteUrl: 'http://localhost:3000',
    isSiteUrlGiven: false,
    trustProxy: 0,
    logLevel: 'info',
    currency: 'USD',
  });
});

test('valid values are used, and an empty value counts as not set', () => {
  const settings = readSettings({
    PORT: '8080',
    HOST: '::',
    SITE_URL: 'https://www.Example.com:443/',
    DATABASE_URL: 'postgres://u:p@db:5432/portal',
    AUTH_SECRET: secret,
    TRUST_PROXY: '2',
    LOG_LEVEL: '',
    SMTP_URL: 'smtps://mail.example.com',
    MAIL_FROM: 'Rempart Azur <contact@example.com>',
    PORTAL_CURRENCY: 'XOF',
  });
  expect(settings).toMatchObject({ port: 8080, host: '::', trustProxy: 2, logLevel: 'info' });
  expect(settings.siteUrl).toBe('https://www.example.com');
  expect(settings.isSiteUrlGiven).toBe(true);
  expect(settings.currency).toBe('XOF');
});

test('the command line needs no secret', () => {
  const { databaseUrl } = readSettings({ DATABASE_URL: 'postgresql://db/portal' }, { needsSecret: false });
  expect(databaseUrl).toBe('postgresql://db/portal');
});

test('the default SITE_URL follows the port', () => {
  expect(readSettings({ PORT: '4000' }).siteUrl).toBe('http://localhost:4000');
});

const bad: [string, NodeJS.ProcessEnv, string][] = [
  ['PORT', { PORT: 'http' }, 'PORT=3000'],
  ['PORT', { PORT: '70000' }, '65535'],
  ['PORT', { PORT: '-1' }, 'PORT=3000'],
  ['HOST', { HOST: 'http://localhost' }, 'HOST=127.0.0.1'],
  ['DATABASE_URL', { DATABASE_URL: 'mysql://db/portal' }, 'DATABASE_URL=postgresql://'],
  ['DATABASE_URL', { DATABASE_URL: 'portal' }, 'DATABASE_URL=postgresql://'],
  ['SITE_URL', { SITE_URL: 'www.example.com' }, 'SITE_URL=https://'],
  ['SITE_URL', { SITE_URL: 'https://example.com/site' }, 'without a path'],
  ['SITE_URL', { SITE_URL: 'https://user@example.com' }, 'SITE_URL=https://'],
  ['SITE_URL', { SITE_URL: 'https://example.com/?a=1' }, 'without a path'],
  ['SITE_URL', { SITE_URL: 'ftp://example.com' }, 'SITE_URL=https://'],
  ['TRUST_PROXY', { TRUST_PROXY: 'yes' }, 'TRUST_PROXY=1'],
  ['LOG_LEVEL', { LOG_LEVEL: 'loud' }, 'LOG_LEVEL=info'],
  ['SMTP_URL', { SMTP_URL: 'mail.example.com' }, 'SMTP_URL=smtp://'],
  ['MAIL_FROM', { MAIL_FROM: 'Rempart Azur' }, 'MAIL_FROM='],
  ['AUTH_SECRET', { AUTH_SECRET: 'short' }, 'openssl rand'],
  ['AUTH_SECRET', { DATABASE_URL: 'postgresql://db/portal' }, 'openssl rand'],
  ['DEMO_PASSWORD', { DEMO_PASSWORD: 'abc' }, '6 to 128'],
  ['PORTAL_CURRENCY', { PORTAL_CURRENCY: 'eur' }, 'PORTAL_CURRENCY=EUR'],
  ['PORTAL_CURRENCY', { PORTAL_CURRENCY: '€' }, 'PORTAL_CURRENCY=EUR'],
  ['PORTAL_CURRENCY', { PORTAL_CURRENCY: 'ZZZ' }, 'PORTAL_CURRENCY=EUR'],
  ['LEADS', { LEADS: 'deliver' }, 'does nothing yet: remove it'],
  ['LEADS', { LEADS: 'off' }, 'does nothing yet: remove it'],
];

test.each(bad)('an invalid %s (%o) stops with one sentence that has a valid example', (name, environment, remedy) => {
  let thrown: unknown;
  try {
    readSettings(environment);
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toBeInstanceOf(OperatorError);
  const { message } = thrown as OperatorError;
  expect(message).toContain(`setting ${name} `);
  expect(message).toContain(remedy);
  expect(message).not.toContain('\n');
  expect(message.endsWith('.')).toBe(true);
});

test('secrets do not appear in the message', () => {
  expect(() => readSettings({ DATABASE_URL: 'mysql://root:hunter22@db/x' })).toThrow(/^(?!.*hunter22)/);
  expect(() => readSettings({ DEMO_PASSWORD: 'abc' })).toThrow(/^(?!.*abc)/);
});

test('MIGRATION_DATABASE_URL needs DATABASE_URL, and its password does not appear in messages', () => {
  const serving = {
    DATABASE_URL: 'postgresql://server:x@db/portal',
    AUTH_SECRET: 'a-secret-of-at-least-thirty-two-characters',
  };
  const url = 'postgresql://owner:hunter2@db/portal';
  expect(readSettings({ ...serving, MIGRATION_DATABASE_URL: url }).migrationDatabaseUrl).toBe(url);
  expect(() => readSettings({ MIGRATION_DATABASE_URL: url })).toThrow('DATABASE_URL is missing');
  expect(() => readSettings({ ...serving, MIGRATION_DATABASE_URL: 'mysql://owner:hunter2@db' })).toThrow(
    /^The setting MIGRATION_DATABASE_URL is invalid(?!.*hunter2)/,
  );
});
