import { expect, test } from 'vitest';
import { startWarnings, unencryptedConnections } from './start-warnings.ts';

const database = { databaseUrl: 'postgresql://db/portal' };

test('a server with DATABASE_URL and without SITE_URL causes a warning, a trial does not', () => {
  const unset = { siteUrl: 'http://localhost:8080', isSiteUrlGiven: false };
  expect(startWarnings({ ...unset, ...database }, [])).toEqual([
    expect.stringMatching(/^SITE_URL is not set: pages and mails name http:\/\/localhost:8080\./),
  ]);
  expect(startWarnings({ ...unset, databaseUrl: undefined }, ['publisher.siret'])).toEqual([]);
  expect(startWarnings({ siteUrl: 'https://www.example.com', isSiteUrlGiven: true, ...database }, [])).toEqual([]);
});

test('a public site with an incomplete imprint causes a warning with the missing facts', () => {
  const settings = { siteUrl: 'https://www.example.com', isSiteUrlGiven: true, ...database };
  expect(startWarnings(settings, ['publisher.siret', 'publisher.director'])).toEqual([
    expect.stringContaining('fill in publisher.siret, publisher.director in content/site.ts'),
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
