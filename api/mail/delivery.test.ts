import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { freshDatabase, type TestDatabase } from '#tests/support/database.ts';
import { createLog } from '#api/lib/log.ts';
import { startDelivery } from './delivery.ts';
import { enqueueMail } from './enqueue-mail.ts';
import { startMailServer } from '#tests/support/mail-server.ts';
import { createTransport } from './transport.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase('embedded');
});
afterAll(() => database.close());

const siteUrl = 'http://localhost:3000';
const settingsWith = (smtpUrl: string) => ({
  smtpUrl,
  mailFrom: undefined,
  siteUrl,
  dataDir: '/nowhere',
  databaseUrl: undefined,
});
const mail = { template: 'verify-email', recipient: 'a@b.example', data: { link: siteUrl } } as const;

test('it delivers what is queued, empties a long queue without pause, and stops when told', async () => {
  const server = await startMailServer();
  const log = createLog('silent');
  const transport = createTransport(settingsWith(server.url), log);
  for (let at = 0; at < 12; at += 1) await enqueueMail(database.orm, mail);
  const delivery = startDelivery({ database: () => database, transport, siteUrl, log });
  await vi.waitFor(() => expect(server.received.length).toBe(12), { timeout: 20_000 });
  await delivery.stop();
  await enqueueMail(database.orm, mail);
  expect(server.received.length).toBe(12);
  await server.close();
});

test('a database that goes away does not end it', async () => {
  const server = await startMailServer();
  const log = createLog('silent');
  const transport = createTransport(settingsWith(server.url), log);
  let isAway = true;
  const query = (text: string, values: unknown[]) => {
    if (!isAway) return database.pool.query(text, values);
    isAway = false;
    return Promise.reject(Object.assign(new Error('gone'), { code: 'ECONNREFUSED' }));
  };
  await enqueueMail(database.orm, mail);
  const delivery = startDelivery({ database: () => ({ pool: { query } as never }), transport, siteUrl, log });
  await vi.waitFor(() => expect(server.received.length).toBeGreaterThan(0), { timeout: 20_000 });
  await delivery.stop();
  await server.close();
});
