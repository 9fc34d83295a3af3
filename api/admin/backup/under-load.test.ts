import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { engines, freshDatabase, type TestDatabase } from '#tests/support/database.ts';
import { type Api, browser, makeCustomer, makeUser, openApi } from '#tests/support/api.ts';
import { checkDatabase } from '#api/admin/integrity-check/check-database.ts';
import { type OperatorDatabase, prepare } from '#api/admin/operator-database.ts';
import { backUp } from './back-up.ts';
import { restore } from './restore.ts';

const password = 'a password for backups';
const folder = mkdtempSync(join(tmpdir(), 'backup-load-'));

/** The operator's own connection; on the embedded engine, which has one only, requests wait for it meanwhile. */
async function operate<T>(database: TestDatabase, work: (operator: OperatorDatabase) => Promise<T>): Promise<T> {
  const client = await database.pool.connect();
  try {
    await client.query('RESET ROLE');
    const operator = { engine: database.engine, client, close: async () => {} };
    await prepare(operator, 'any');
    return await work(operator);
  } finally {
    client.release(true);
  }
}

/** Customers who write tickets one after the other, and what they were told: the truth that a backup is held to. */
function startLoad(api: Api, cookies: string[]) {
  const [told, sent] = [new Map<string, string>(), new Set<string>()];
  const others: number[] = [];
  const ending = new AbortController();
  const writers = cookies.map(async (cookie, writer) => {
    const visitor = browser(api, { cookie });
    for (let at = 0; !ending.signal.aborted; at += 1) {
      const subject = `Ticket ${writer}-${at}`;
      sent.add(subject);
      const { status, body } = await visitor.post('/api/portal/tickets', { subject, description: 'Under load' });
      if (status === 201) told.set(subject, body.ticketNumber);
      else others.push(status);
    }
  });
  const reach = async (count: number) => {
    while (told.size < count) await wait(5);
  };
  const stop = async () => {
    ending.abort();
    await Promise.all(writers);
  };
  return { told, sent, others, reach, stop };
}

describe.each(engines)('on %s', (engine) => {
  test(
    'a backup taken under load restores into an empty database to one consistent moment',
    { timeout: 240_000 },
    async () => {
      const database = await freshDatabase(engine);
      const api = await openApi(database, { ticketLimit: 0 });
      const customers = [await makeCustomer(database, 'Cabinet Masséna'), await makeCustomer(database, 'Atlas')];
      const logins = await Promise.all(customers.map(({ id }) => makeUser(database, { customerId: id, password })));
      const load = startLoad(
        api,
        [...customers, ...logins].map(({ cookie }) => cookie),
      );
      const file = join(folder, `${engine}.gz`);

      await load.reach(20);
      const before = new Map(load.told);
      await operate(database, (operator) => backUp(operator, file, () => {}));
      await load.reach(load.told.size + 10);
      await load.stop();
      expect(load.others).toEqual([]);
      expect(load.told.size).toBeGreaterThan(before.size);
      await database.close();

      const restored = await freshDatabase(engine);
      await operate(restored, async (operator) => {
        const { tables } = await restore(operator, file, () => {});
        const { rows } = await operator.client.query<{ subject: string; ticket_number: string }>(
          'SELECT subject, ticket_number FROM tickets',
        );
        const found = Map.groupBy(rows, ({ subject }) => subject);
        expect(rows).toHaveLength(found.size);
        expect(tables.find(({ name }) => name === 'tickets')?.rows).toBe(rows.length);
        for (const [subject, number] of before) expect(found.get(subject)).toMatchObject([{ ticket_number: number }]);
        for (const { subject, ticket_number: number } of rows) {
          expect(load.sent).toContain(subject);
          expect(load.told.get(subject) ?? number).toBe(number);
        }
        expect((await checkDatabase(operator, () => {})).problems).toEqual([]);
      });

      const visitor = browser(await openApi(restored));
      const signedIn = await visitor.post('/api/auth/sign-in/email', { email: logins[0]?.email, password });
      expect(signedIn.status).toBe(200);
      const listed = await visitor.get('/api/portal/tickets?limit=500');
      expect(listed.body.items.length).toBeGreaterThan(0);
      expect((await visitor.post('/api/portal/tickets', { subject: 'After', description: 'It goes on' })).status).toBe(
        201,
      );
      await restored.close();
    },
  );
});
