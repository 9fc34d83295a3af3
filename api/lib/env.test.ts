import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { readSettings, unknownSettingWarnings } from './env.ts';
import { requireSameBuild, startWarnings, unencryptedConnections } from './start-warnings.ts';
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
    s3Url: undefined,
    clamd: undefined,
    mailIn: undefined,
    mailInKey: undefined,
    mailInDomain: undefined,
    mailAuthservId: undefined,
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
    PORTAL_RISK: 'hidden',
  });
  expect(settings).toMatchObject({ port: 8080, host: '::', trustProxy: 2, logLevel: 'info' });
  expect(settings.siteUrl).toBe('https://www.example.com');
  expect(settings.isSiteUrlGiven).toBe(true);
  expect(settings.currency).toBe('XOF');
  expect(settings.isRiskHidden).toBe(true);
  expect(readSettings({ PORTAL_RISK: '' }).isRiskHidden).toBe(false);
});

test('leads are reported to the support unless another mailbox is named; a build needs none', () => {
  expect(readSettings({})).toMatchObject({ leads: 'off', leadsTo: undefined, hasBooking: false });
  const delivers = { LEADS: 'deliver', SUPPORT_TO: 'support@example.com', BOOKING: 'on' };
  expect(readSettings(delivers)).toMatchObject({ leads: 'deliver', leadsTo: 'support@example.com', hasBooking: true });
  expect(readSettings({ ...delivers, LEADS_TO: 'sales@example.com' }).leadsTo).toBe('sales@example.com');
  expect(readSettings({ LEADS: 'deliver' }, { isBuild: true }).leads).toBe('deliver');
});

test('a server does not start with pages whose forms do something else', () => {
  const [off, on] = [
    { leads: 'off', hasBooking: false },
    { leads: 'deliver', hasBooking: true },
  ] as const;
  expect(() => requireSameBuild(off, off)).not.toThrow();
  expect(() => requireSameBuild(on, on)).not.toThrow();
  expect(() => requireSameBuild(on, off)).toThrow(
    /^The site was built with LEADS=off and BOOKING=off, and the server has LEADS=deliver and BOOKING=on: build it again/,
  );
  expect(() => requireSameBuild({ ...on, hasBooking: false }, on)).toThrow(OperatorError);
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
  ['SITE_URL', { SITE_URL: 'https://example.com;autoindex' }, 'SITE_URL=https://'],
  ['SITE_URL', { SITE_URL: 'https://$host{}' }, 'SITE_URL=https://'],
  ['TRUST_PROXY', { TRUST_PROXY: 'yes' }, 'TRUST_PROXY=1'],
  ['LOG_LEVEL', { LOG_LEVEL: 'loud' }, 'LOG_LEVEL=info'],
  ['LOG_FORMAT', { LOG_FORMAT: 'pretty' }, 'LOG_FORMAT=json'],
  ['SMTP_URL', { SMTP_URL: 'mail.example.com' }, 'SMTP_URL=smtp://'],
  ['MAIL_FROM', { MAIL_FROM: 'Rempart Azur' }, 'MAIL_FROM='],
  ['AUTH_SECRET', { AUTH_SECRET: 'short' }, 'openssl rand'],
  ['AUTH_SECRET', { DATABASE_URL: 'postgresql://db/portal' }, 'openssl rand'],
  ['DEMO_PASSWORD', { DEMO_PASSWORD: 'abc' }, '6 to 128'],
  ['PORTAL_CURRENCY', { PORTAL_CURRENCY: 'eur' }, 'PORTAL_CURRENCY=EUR'],
  ['PORTAL_CURRENCY', { PORTAL_CURRENCY: '€' }, 'PORTAL_CURRENCY=EUR'],
  ['PORTAL_CURRENCY', { PORTAL_CURRENCY: 'ZZZ' }, 'PORTAL_CURRENCY=EUR'],
  ['PORTAL_RISK', { PORTAL_RISK: 'no' }, 'visible or hidden'],
  ['PORTAL_LANGUAGES', { PORTAL_LANGUAGES: 'de' }, 'out of en, fr, ar'],
  ['PORTAL_LANGUAGES', { PORTAL_LANGUAGES: 'en,en' }, 'each once'],
  ['PORTAL_LANGUAGES', { PORTAL_LANGUAGES: 'en,' }, 'separated by commas'],
  ['LEADS', { LEADS: 'yes' }, 'LEADS=deliver'],
  ['LEADS_TO', { LEADS: 'deliver' }, 'LEADS_TO=contact@example.com'],
  ['LEADS_TO', { LEADS: 'deliver', LEADS_TO: 'a@b.example, c@d.example' }, 'must be an email address'],
  ['BOOKING', { BOOKING: 'yes' }, 'BOOKING=on'],
  ['BOOKING', { BOOKING: 'on' }, 'needs LEADS=deliver'],
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

test('LISTEN_DATABASE_URL needs MIGRATION_DATABASE_URL, and switches named statements off', () => {
  const serving = {
    DATABASE_URL: 'postgresql://server:x@db:6432/portal',
    AUTH_SECRET: 'a-secret-of-at-least-thirty-two-characters',
  };
  const listening = { ...serving, LISTEN_DATABASE_URL: 'postgresql://server:x@db/portal' };
  const complete = { ...listening, MIGRATION_DATABASE_URL: 'postgresql://owner:x@db/portal' };
  expect(() => readSettings(listening)).toThrow('MIGRATION_DATABASE_URL is missing');
  expect(readSettings(serving).hasPreparedStatements).toBe(true);
  expect(readSettings(complete).hasPreparedStatements).toBe(false);
  expect(readSettings({ ...complete, PREPARED_STATEMENTS: 'on' }).hasPreparedStatements).toBe(true);
  expect(readSettings({ ...serving, PREPARED_STATEMENTS: 'off' }).hasPreparedStatements).toBe(false);
});

const database = { databaseUrl: 'postgresql://db/portal' };

test('a server with DATABASE_URL and without SITE_URL causes a warning, a trial does not', () => {
  const unset = { siteUrl: 'http://localhost:8080', isSiteUrlGiven: false };
  expect(startWarnings({ ...unset, ...database }, [])).toEqual([
    expect.stringMatching(/^SITE_URL is not set: pages and mails name http:\/\/localhost:8080\./),
  ]);
  expect(startWarnings({ ...unset, databaseUrl: undefined }, ['publisher.siret'])).toEqual([]);
  expect(startWarnings({ siteUrl: 'https://www.example.com', isSiteUrlGiven: true, ...database }, [])).toEqual([]);
});

test('a public site without all facts of its company causes one warning that names them', () => {
  const settings = { siteUrl: 'https://www.example.com', isSiteUrlGiven: true, ...database };
  expect(startWarnings(settings, ['publisher.siret', 'publisher.director'])).toEqual([
    expect.stringContaining('fill in publisher.siret, publisher.director in the file that COMPANY_FILE names'),
  ]);
});

const siteUrl = 'https://www.example.com';

test.each(['http://www.example.com', 'http://203.0.113.7', 'http://172.32.0.1', 'http://[2001:db8::1]:8080'])(
  '%s causes a warning',
  (given) =>
    expect(unencryptedConnections({ siteUrl: given, databaseUrl: undefined })).toEqual([
      expect.stringContaining(given),
    ]),
);

test.each([
  siteUrl,
  'http://localhost:3000',
  'http://127.0.0.1:3000',
  'http://[::1]:3000',
  'http://192.168.1.20:3000',
  'http://10.0.0.1',
  'http://172.16.4.2',
  'http://[fd00::1]',
  'http://desk',
  'http://desk.local:3000',
])('%s causes no warning', (given) =>
  expect(unencryptedConnections({ siteUrl: given, databaseUrl: undefined })).toEqual([]),
);

test.each([
  'postgresql://u:p@db.example.com/portal',
  'postgresql://u:p@10.0.0.5/portal',
  'postgresql://u:p@db.example.com/portal?sslmode=disable',
  'postgresql://u:p@db.example.com/portal?sslmode=no-verify',
])('%s causes a warning, without its password', (databaseUrl) => {
  const warnings = unencryptedConnections({ siteUrl, databaseUrl });
  expect(warnings).toEqual([expect.stringContaining('sslmode=verify-full')]);
  expect(warnings.join()).not.toContain('u:p');
});

test.each([
  'postgresql://u:p@127.0.0.1:5432/portal',
  'postgresql://u:p@localhost/portal',
  'postgresql:///portal?host=/var/run/postgresql',
  'postgresql://%2Fvar%2Frun%2Fpostgresql/portal',
  'postgresql://u:p@db.example.com/portal?sslmode=verify-full',
  'postgresql://u:p@db.example.com/portal?sslmode=require',
])('%s causes no warning', (databaseUrl) => expect(unencryptedConnections({ siteUrl, databaseUrl })).toEqual([]));

test('MIGRATION_DATABASE_URL is checked too', () => {
  const migrationDatabaseUrl = 'postgresql://owner:secret@db.example.com/portal';
  const warnings = unencryptedConnections({
    siteUrl: 'https://www.example.com',
    databaseUrl: 'postgresql://127.0.0.1/portal',
    migrationDatabaseUrl,
  });
  expect(warnings).toEqual([expect.stringMatching(/^MIGRATION_DATABASE_URL names another machine(?!.*secret)/)]);
});

test.each([
  'the-44-characters-that-openssl-rand-base64-32-printed',
  ' '.repeat(40),
  'x'.repeat(44),
  'changeme'.repeat(5),
  '0123456789'.repeat(4),
  'correct horse battery staple and more of them',
])('%s is not a secret', (weak) => {
  expect(() => readSettings({ AUTH_SECRET: weak })).toThrow('openssl rand -base64 32');
  // What is rotated out may have been weak.
  expect(readSettings({ AUTH_SECRET: secret, AUTH_SECRET_BEFORE: 'x'.repeat(44) }).secretsBefore).toHaveLength(1);
});

test('every generated secret is accepted', () => {
  for (let nth = 0; nth < 200; nth += 1)
    for (const encoding of ['base64', 'base64url', 'hex'] as const)
      expect(readSettings({ AUTH_SECRET: randomBytes(32).toString(encoding) }).authSecret).toBeDefined();
});

test('a public site has no embedded database by accident, and never demo data', () => {
  const SITE_URL = 'https://www.example.com';
  for (const options of [{}, { needsSecret: false }])
    expect(() => readSettings({ SITE_URL }, options)).toThrow(/DATABASE_URL is missing.*DATABASE_URL=embedded/);
  expect(readSettings({ SITE_URL, DATABASE_URL: 'embedded' })).toMatchObject({
    databaseUrl: undefined,
    hasDemo: false,
  });
  expect(readSettings({ DATABASE_URL: 'embedded' })).toMatchObject({ databaseUrl: undefined, hasDemo: true });
  expect(readSettings({ SITE_URL: 'http://localhost:3000' }).hasDemo).toBe(true);
});

test('variables that resemble settings are named, and no others', () => {
  const typos = { SMTP_URI: 'x', DATABSE_URL: 'x', MAIL_SENDER: 'x', BACKUP_RECIPENT: 'x' };
  expect(unknownSettingWarnings(typos)).toEqual([
    'BACKUP_RECIPENT is not a setting and has no effect. Is it meant to be BACKUP_RECIPIENT?',
    'DATABSE_URL is not a setting and has no effect. Is it meant to be DATABASE_URL?',
    expect.stringContaining('MAIL_SENDER'),
    'SMTP_URI is not a setting and has no effect. Is it meant to be SMTP_URL?',
  ]);
  const usual = [
    'PATH',
    'HOME',
    'HOSTNAME',
    'MAIL',
    'LOGNAME',
    'LANG',
    'LS_COLORS',
    'SHLVL',
    'PWD',
    'OLDPWD',
    'INVOCATION_ID',
  ];
  const settings = ['BACKUP_KEEP', 'SMTP_URL', 'NODE_ENV', 'NODE_OPTIONS', 'npm_config_registry', 'TEST_DATABASE_URL'];
  expect(unknownSettingWarnings(Object.fromEntries([...usual, ...settings].map((name) => [name, 'x'])))).toEqual([]);
});
