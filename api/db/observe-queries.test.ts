import { EventEmitter } from 'node:events';
import { sql } from 'drizzle-orm';
import type pg from 'pg';
import { expect, test } from 'vitest';
import { describeDatabase } from '#tests/support/fixtures.ts';
import { runBatch } from './batch.ts';
import { observeQueries, type ObservedQuery } from './observe-queries.ts';
import { withClient } from './transaction.ts';
import { ormOn } from './transaction-context.ts';

describeDatabase({ both: true }, ({ database }) => {
  test('statements of the pool, of Drizzle and of batches are timed once each, also those that fail', async () => {
    const seen: ObservedQuery[] = [];
    const events = new EventEmitter();
    observeQueries(events as pg.Pool, (query) => seen.push(query));
    await withClient(database.pool, async (client) => {
      events.emit('connect', client);
      await client.query({ name: 'named-test', text: 'SELECT 2' });
      await runBatch(client, [
        { text: 'SELECT 3' },
        { name: 'batch-test', text: 'SELECT $1::text', values: ['secret'] },
      ]);
      await expect(client.query('SELECT   nothing\n FROM nowhere')).rejects.toThrow('nowhere');
      await expect(runBatch(client, [{ name: 'broken-test', text: 'SELECT broken' }])).rejects.toThrow('broken');
      await client.query('SELECT $1::text', ['secret']);
      await ormOn(client).execute(sql`SELECT ${'secret'}::text AS drizzle`);
    });
    expect(seen.map(({ statement }) => statement)).toEqual([
      'named-test',
      'batch-test',
      'SELECT nothing FROM nowhere',
      'broken-test',
      'SELECT $1::text',
      'SELECT $1::text AS drizzle',
    ]);
    for (const { ms } of seen) expect(ms).toBeGreaterThanOrEqual(0);
  });
});
