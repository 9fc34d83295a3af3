import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { migrate, readMigrations } from '#api/db/migrate.ts';
import { createLog } from '#api/lib/log.ts';
import { makeCustomer } from '#tests/support/api.ts';
import { createOwnerDatabase, hasPostgres } from '#tests/support/database.ts';
import { setUpDesk } from '#tests/support/desk.ts';
import { describeApi, describeDatabase } from '#tests/support/fixtures.ts';
import { startNotifications } from '#tests/support/notifications.ts';
import { PermanentJobError, runDue } from './worker.ts';

const log = createLog('silent');

describeDatabase(({ engine, database }) => {
  const insert = (kind: string, key: string | null = null) =>
    database.pool.query('INSERT INTO jobs (kind, key, data) VALUES ($1, $2, $3)', [kind, key, '{"n":1}']);
  const stateOf = async (kind: string) =>
    (
      await database.pool.query(
        'SELECT attempts, done_at IS NOT NULL AS is_done, failed_at IS NOT NULL AS has_failed, last_error, data FROM jobs WHERE kind = $1',
        [kind],
      )
    ).rows;

  test('two instances carry a job out once, with the end of it in the same transaction', async () => {
    const other = engine === 'postgresql' ? await database.openInstance() : database;
    for (let nth = 0; nth < 20; nth += 1) await insert('once', String(nth));
    await insert('once-done');
    const handlers = {
      once: {
        transact: async (client: { query: (text: string) => Promise<unknown> }) => {
          await client.query(`UPDATE jobs SET locale = coalesce(locale, '') || 'x' WHERE kind = 'once-done'`);
          return 'done' as const;
        },
      },
    };
    await Promise.all(
      [database, other].map(async (instance) => {
        while ((await runDue({ database: instance, handlers, log })) > 0);
      }),
    );
    const { rows } = await database.pool.query(`SELECT locale FROM jobs WHERE kind = 'once-done'`);
    expect(rows).toEqual([{ locale: 'x'.repeat(20) }]);
  });

  test('a job that throws is rolled back and tried again; a permanent error ends it', async () => {
    await insert('failing');
    await insert('hopeless');
    const handlers = {
      failing: {
        transact: async (client: { query: (text: string) => Promise<unknown> }) => {
          await client.query(`INSERT INTO jobs (kind) VALUES ('leftover')`);
          throw new Error('no luck');
        },
      },
      hopeless: { run: () => Promise.reject(new PermanentJobError('never')) },
    };
    expect(await runDue({ database, handlers, log })).toBe(2);
    expect(await runDue({ database, handlers, log })).toBe(0);
    expect(await stateOf('leftover')).toEqual([]);
    expect(await stateOf('failing')).toMatchObject([
      { attempts: 1, is_done: false, has_failed: false, last_error: 'Error: no luck', data: { n: 1 } },
    ]);
    expect(await stateOf('hopeless')).toMatchObject([{ has_failed: true, last_error: 'never', data: {} }]);
  });

  test('a kind that this version does not know waits for another one', async () => {
    await insert('unheard-of');
    expect(await runDue({ database, handlers: {}, log })).toBe(0);
    expect(await stateOf('unheard-of')).toMatchObject([{ attempts: 0, is_done: false }]);
  });

  test('one job waits per kind and key; after its end, the key is free', async () => {
    await insert('keyed', 'k');
    await expect(insert('keyed', 'k')).rejects.toThrow('jobs_waiting');
    await runDue({ database, handlers: { keyed: { run: () => Promise.resolve('done' as const) } }, log });
    await insert('keyed', 'k');
    expect(await stateOf('keyed')).toHaveLength(2);
  });
});

describeApi({ only: 'postgresql', settings: { readLimit: 0, ticketLimit: 0 } }, ({ database, api }) => {
  const { desk, portal } = setUpDesk(database, api);

  test('what is written while a notice is carried out is in the next one', async () => {
    const notifications = await startNotifications(database);
    const owner = await makeCustomer(database, 'Busy');
    const staff = await desk({ permissions: ['support'] });
    const { body } = await portal(owner).post('/api/portal/tickets', { subject: 'S', description: 'D' });
    const carriesOut = await database.pool.connect();
    await carriesOut.query('BEGIN');
    await carriesOut.query(`UPDATE jobs SET done_at = now() WHERE kind = 'ticket-notice' AND ticket_id = $1`, [
      body.id,
    ]);
    const reply = staff.post('/api/desk/ticket/reply', { id: body.id, version: 1, body: 'Meanwhile' });
    await vi.waitFor(
      async () => {
        const { rowCount } = await database.pool.query('SELECT FROM pg_locks WHERE NOT granted');
        expect(rowCount).toBeGreaterThan(0);
      },
      { timeout: 20_000 },
    );
    await carriesOut.query('COMMIT');
    carriesOut.release();
    expect((await reply).status).toBe(201);
    const mails = (await notifications.after(91))(owner.email);
    expect(mails.map(({ readable }) => readable.includes('Meanwhile'))).toEqual([true]);
    await notifications.close();
  });
});

test.runIf(hasPostgres)('mails that were queued before the migration are jobs after it', async () => {
  // Whose owner is no superuser, as in production.
  const { url, drop } = await createOwnerDatabase();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const migrations = readMigrations();
    const before = migrations.filter(({ name }) => name < '0011');
    await migrate(client, before);
    await client.query(
      `INSERT INTO mail_outbox (template, recipient, data, sent_at) VALUES ('verify-email', 'a@b.example', '{"link":"https://x"}', NULL),
        ('verify-email', 'sent@b.example', '{}', now())`,
    );
    await migrate(client, migrations);
    const { rows } = await client.query(
      'SELECT kind, recipient, data, done_at IS NULL AS waits FROM jobs ORDER BY recipient',
    );
    expect(rows).toEqual([
      { kind: 'mail', recipient: 'a@b.example', data: { link: 'https://x' }, waits: true },
      { kind: 'mail', recipient: 'sent@b.example', data: {}, waits: false },
    ]);
  } finally {
    await client.end();
    await drop();
  }
});
