import { expect, test } from 'vitest';
import { readSettings } from '#api/lib/env.ts';
import { loggedPath } from '#api/lib/log.ts';
import type { Database } from '#api/db/connect.ts';
import { createDemoLinks, mayHaveDemoLinks } from './demo-links.ts';

const trial = {};

test.each([
  ['nothing is set', trial],
  ['the database is the embedded one by name', { DATABASE_URL: 'embedded' }],
  ['SITE_URL is local', { SITE_URL: 'http://127.0.0.1:8080' }],
  ['HOST is the IPv6 loopback', { HOST: '::1' }],
])('there may be links where %s', (_name, environment: NodeJS.ProcessEnv) => {
  expect(mayHaveDemoLinks(readSettings(environment), false)).toBe(true);
});

const secret = 'q7Vx2mTz9LbKc4RwYp8NsHf3JdGu6EaX';

test.each<[string, NodeJS.ProcessEnv]>([
  ['https', { SITE_URL: 'https://localhost', DATABASE_URL: 'embedded' }],
  ['another host in SITE_URL', { SITE_URL: 'http://192.168.1.5:3000' }],
  ['a name below localhost, which a resolver may know', { SITE_URL: 'http://desk.localhost:3000' }],
  ['a public name in SITE_URL', { SITE_URL: 'http://localhost.example.com' }],
  ['every network', { HOST: '0.0.0.0' }],
  ['every network of IPv6', { HOST: '::' }],
  ['a network', { HOST: '192.168.1.5' }],
  ['a host name', { HOST: 'server.example.com' }],
  ['a proxy', { TRUST_PROXY: '1' }],
  ['PostgreSQL', { DATABASE_URL: 'postgresql://localhost/portal', AUTH_SECRET: secret }],
])('there are no links with %s', (_name, environment) => {
  expect(mayHaveDemoLinks(readSettings(environment), false)).toBe(false);
});

test('there are no links in a service', () => {
  expect(mayHaveDemoLinks(readSettings(trial), true)).toBe(false);
});

const member = { email: 'claire@cabinet-massena.example', name: 'Claire', role: 'owner' };
const database = {} as Database;

test('a link is found until its time has passed', async () => {
  let now = 0;
  const links = createDemoLinks(
    async () => true,
    () => now,
  );
  const [{ token } = { token: '' }] = links.issue([member]);
  now = 30 * 60_000 - 1;
  expect(await links.find(database, token)).toEqual(member);
  now = 30 * 60_000;
  expect(await links.find(database, token)).toBeUndefined();
  expect(await links.take(database, token)).toBeUndefined();
});

test('of many requests at once, one takes it', async () => {
  const links = createDemoLinks(async () => true);
  const [{ token } = { token: '' }] = links.issue([member]);
  const taken = await Promise.all(Array.from({ length: 50 }, () => links.take(database, token)));
  expect(taken.filter((one) => one !== undefined)).toEqual([member]);
});

test('no token is like another, and the log shows none', () => {
  const links = createDemoLinks(async () => true);
  const tokens = Array.from({ length: 200 }, () => links.issue([member])[0]?.token ?? '');
  expect(new Set(tokens).size).toBe(200);
  for (const token of tokens) {
    expect(token).toMatch(/^[A-Za-z\d]{24}$/);
    expect(loggedPath(`/api/demo/${token}`)).toBe('/api/demo/[token]');
  }
});
