import { expect, test } from 'vitest';
import { unencryptedConnections } from './unencrypted-connections.ts';

const siteUrl = 'https://www.example.com';

test.each(['http://www.example.com', 'http://203.0.113.7', 'http://172.32.0.1', 'http://[2001:db8::1]:8080'])(
  '%s is where strangers could read along',
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
])('%s is not', (given) => expect(unencryptedConnections({ siteUrl: given, databaseUrl: undefined })).toEqual([]));

test.each([
  'postgresql://u:p@db.example.com/portal',
  'postgresql://u:p@10.0.0.5/portal',
  'postgresql://u:p@db.example.com/portal?sslmode=disable',
  'postgresql://u:p@db.example.com/portal?sslmode=no-verify',
])('%s is told, without its password', (databaseUrl) => {
  const told = unencryptedConnections({ siteUrl, databaseUrl });
  expect(told).toEqual([expect.stringContaining('sslmode=verify-full')]);
  expect(told.join()).not.toContain('u:p');
});

test.each([
  'postgresql://u:p@127.0.0.1:5432/portal',
  'postgresql://u:p@localhost/portal',
  'postgresql:///portal?host=/var/run/postgresql',
  'postgresql://%2Fvar%2Frun%2Fpostgresql/portal',
  'postgresql://u:p@db.example.com/portal?sslmode=verify-full',
  'postgresql://u:p@db.example.com/portal?sslmode=require',
])('%s is not', (databaseUrl) => expect(unencryptedConnections({ siteUrl, databaseUrl })).toEqual([]));

test('the address of the owner is looked at too', () => {
  const migrationDatabaseUrl = 'postgresql://owner:secret@db.example.com/portal';
  const told = unencryptedConnections({
    siteUrl: 'https://www.example.com',
    databaseUrl: 'postgresql://127.0.0.1/portal',
    migrationDatabaseUrl,
  });
  expect(told).toEqual([expect.stringMatching(/^MIGRATION_DATABASE_URL names another machine(?!.*secret)/)]);
});
