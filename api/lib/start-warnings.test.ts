import { expect, test } from 'vitest';
import { readSettings } from './env.ts';
import { startWarnings } from './start-warnings.ts';

test('metrics are on loopback unless a host is given, and other machines are a warning', () => {
  expect(readSettings({}).metrics).toBeUndefined();
  expect(readSettings({ METRICS: '9464' }).metrics).toEqual({ host: '127.0.0.1', port: 9464 });
  expect(readSettings({ METRICS: '[::1]:9464' }).metrics).toEqual({ host: '::1', port: 9464 });
  for (const METRICS of ['yes', '127.0.0.1', '127.0.0.1:0', '127.0.0.1:99999', 'http://127.0.0.1:9464'])
    expect(() => readSettings({ METRICS })).toThrow(`The setting METRICS is "${METRICS}": it must be where metrics`);
  const warningsOf = (host: string) =>
    startWarnings(
      { siteUrl: 'http://localhost:3000', isSiteUrlGiven: true, databaseUrl: undefined, metrics: { host, port: 9464 } },
      [],
    );
  for (const host of ['127.0.0.1', '::1', '10.0.0.5', 'localhost']) expect(warningsOf(host)).toEqual([]);
  for (const host of ['0.0.0.0', '::', '203.0.113.7', 'metrics.example.com'])
    expect(warningsOf(host)).toEqual([expect.stringContaining(`METRICS is ${host}:9464: other machines can read`)]);
});
