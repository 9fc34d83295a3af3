import { expect, test } from 'vitest';
import { createLog } from '#api/lib/log.ts';
import { makeCustomer } from '#tests/support/api.ts';
import { setUpDesk } from '#tests/support/desk.ts';
import { describeApi, describeDatabase } from '#tests/support/fixtures.ts';
import { startNotifications } from '#tests/support/notifications.ts';
import { retryDelay } from './queue.ts';
import { ensureRecurring, type JobHandlers, PermanentJobError, runDue } from './worker.ts';
import { eventually } from '#tests/support/eventually.ts';

const log = createLog('silent');
const sum = (counts: readonly number[]) => counts.reduce((total, one) => total + one, 0);

test('the delay doubles up to six hours, with 25 % jitter, and a job is given up after a week', () => {
  const delays = [1, 2, 3, 4, 30, 2000].map((attempts) => retryDelay(attempts, 0, 0.5));
  expect(delays).toEqual([30, 60, 120, 240, 21_600, 21_600]);
  expect([retryDelay(1, 0, 0), retryDelay(1, 0, 1)]).toEqual([22.5, 37.5]);
  const week = 7 * 24 * 60 * 60;
  expect(retryDelay(500, week - 1)).toBeGreaterThan(0);
  expect(retryDelay(1, week)).toBeUndefined();
});

describeDatabase({ both: true }, ({ engine, database }) => {
  const insert = (kind: string, key: string | null = null) =>
    database.pool.query('INSERT INTO jobs (kind, key, data) VALUES ($1, $2, $3)', [kind, key, '{"since":1}']);
  const stateOf = async (kind: string) =>
    (
      await database.pool.query(
        'SELECT attempts, done_at IS NOT NULL AS is_done, failed_at IS NOT NULL AS has_failed, last_error, data FROM jobs WHERE kind = $1',
        [kind],
      )
    ).rows;

  test('two instances carry a job out once, with the end of it in the same transaction', async () => {
    const other = engine === 'postgresql' ? await database.openInstance() : database;
    for (let nth = 0; nth < 20; nth += 1) await insert('sla-alert', String(nth));
    await insert('once-done');
    const handlers = {
      'sla-alert': {
        transact: async (client: { query: (text: string) => Promise<unknown> }) => {
          await client.query(`UPDATE jobs SET last_error = coalesce(last_error, '') || 'x' WHERE kind = 'once-done'`);
          return 'done' as const;
        },
      },
    };
    await Promise.all(
      [database, other].map(async (instance) => {
        while ((await runDue({ database: instance, handlers, log })) > 0);
      }),
    );
    const { rows } = await database.pool.query(`SELECT last_error FROM jobs WHERE kind = 'once-done'`);
    expect(rows).toEqual([{ last_error: 'x'.repeat(20) }]);
  });

  test('a job that throws is rolled back and tried again; a permanent error ends it', async () => {
    await insert('ticket-notice');
    await insert('retention');
    const handlers = {
      'ticket-notice': {
        transact: async (client: { query: (text: string) => Promise<unknown> }) => {
          await client.query(`INSERT INTO jobs (kind) VALUES ('leftover')`);
          throw new Error('no luck');
        },
      },
      retention: { run: () => Promise.reject(new PermanentJobError('never')) },
    };
    expect(await runDue({ database, handlers, log })).toBe(2);
    expect(await runDue({ database, handlers, log })).toBe(0);
    expect(await stateOf('leftover')).toEqual([]);
    expect(await stateOf('ticket-notice')).toMatchObject([
      { attempts: 1, is_done: false, has_failed: false, last_error: 'Error: no luck', data: { since: 1 } },
    ]);
    expect(await stateOf('retention')).toMatchObject([{ has_failed: true, last_error: 'never', data: {} }]);
  });

  test('a kind that this version does not know waits for another one', async () => {
    await insert('unheard-of');
    expect(await runDue({ database, handlers: {}, log })).toBe(0);
    expect(await stateOf('unheard-of')).toMatchObject([{ attempts: 0, is_done: false }]);
  });

  test('one job waits per kind and key; after its end, the key is free', async () => {
    await insert('sla-warning', 'k');
    await expect(insert('sla-warning', 'k')).rejects.toThrow('jobs_waiting');
    await runDue({ database, handlers: { 'sla-warning': { run: () => Promise.resolve('done' as const) } }, log });
    await insert('sla-warning', 'k');
    expect(await stateOf('sla-warning')).toHaveLength(2);
  });

  test('a recurring job waits once, runs once among instances, and is never given up', async () => {
    const other = engine === 'postgresql' ? await database.openInstance() : database;
    const [noon, later] = [new Date('2031-01-01T12:00:00Z'), new Date('2031-01-01T13:00:00Z')];
    let isBroken = false;
    const handlers: JobHandlers = {
      'sla-check': {
        recurring: { firstAfterSeconds: 60 },
        maxRetrySeconds: 60,
        transact: async (client, _job, now) => {
          await client.query(`INSERT INTO jobs (kind) VALUES ('ran')`);
          if (isBroken) throw new Error('no luck');
          return { notBefore: new Date(now.getTime() + 3_600_000) };
        },
      },
      'auto-close': { run: () => Promise.resolve('done' as const) },
    };
    const run = (now?: Date) =>
      Promise.all([database, other].map((instance) => runDue({ database: instance, handlers, log, now })));
    for (const instance of [database, other, database]) await ensureRecurring(instance, handlers);
    expect(await stateOf('sla-check')).toHaveLength(1);
    expect(await stateOf('auto-close')).toEqual([]);
    expect(await run()).toEqual([0, 0]);
    expect(sum(await run(noon))).toBe(1);
    expect(await run(noon)).toEqual([0, 0]);
    expect(await stateOf('ran')).toHaveLength(1);
    isBroken = true;
    await database.pool.query(
      `UPDATE jobs SET created_at = now() - interval '20 days', attempts = 40 WHERE kind = 'sla-check'`,
    );
    expect(sum(await run(later))).toBe(1);
    expect(await stateOf('sla-check')).toMatchObject([
      { attempts: 41, has_failed: false, last_error: 'Error: no luck' },
    ]);
    isBroken = false;
    expect(sum(await run(new Date(later.getTime() + 60_000)))).toBe(1);
    expect(await stateOf('sla-check')).toMatchObject([{ attempts: 0, is_done: false, last_error: null }]);
    expect(await stateOf('ran')).toHaveLength(2);
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
    const reply = staff.post('/api/desk/tickets/reply', { id: body.id, version: 1, body: 'Meanwhile' });
    await eventually(async () => {
      const { rowCount } = await database.pool.query('SELECT FROM pg_locks WHERE NOT granted');
      expect(rowCount).toBeGreaterThan(0);
    });
    await carriesOut.query('COMMIT');
    carriesOut.release();
    expect((await reply).status).toBe(201);
    const mails = (await notifications.after(91))(owner.email);
    expect(mails.map(({ readable }) => readable.includes('Meanwhile'))).toEqual([true]);
    await notifications.close();
  });
});
