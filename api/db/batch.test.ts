import pg from 'pg';
import { beforeAll, expect, test } from 'vitest';
import pgPackage from 'pg/package.json' with { type: 'json' };
import { runBatch } from './batch.ts';
import { describeDatabase } from '#tests/support/fixtures.ts';

describeDatabase({ both: true }, ({ database }) => {
  beforeAll(async () => {
    await asOwner('CREATE TABLE things (name text PRIMARY KEY); GRANT ALL ON things TO portal_app');
  });

  async function asOwner(text: string): Promise<void> {
    const client = await database.pool.connect();
    await client.query(`RESET ROLE; ${text}; SET ROLE portal_app`);
    client.release();
  }
  async function run(...statements: Parameters<typeof runBatch>[1]) {
    const client = await database.pool.connect();
    try {
      return await runBatch(client, statements);
    } finally {
      client.release();
    }
  }
  const insert = { name: 'insert-thing', text: 'INSERT INTO things VALUES ($1) RETURNING name' };
  const names = async () => (await database.pool.query('SELECT name FROM things ORDER BY name')).rows;

  test('each statement returns its rows, and the second sees the changes of the first', async () => {
    const results = await run(
      { ...insert, values: ['one'] },
      { text: 'SELECT name, $1::text[] FROM things', values: [['a"b', 'c\\d', 'e,f']] },
      { text: 'SELECT 1 WHERE false' },
    );
    expect(results).toEqual([[['one']], [['one', ['a"b', 'c\\d', 'e,f']]], []]);
  });

  test('settings of a batch end with its transaction', async () => {
    const setting = `current_setting('app.user_id', true)`;
    const [, inside] = await run(
      { text: `SELECT set_config('app.user_id', 'somebody', true), set_config('role', 'portal_tenant', true)` },
      { text: `SELECT ${setting}, current_user` },
    );
    expect(inside).toEqual([['somebody', 'portal_tenant']]);
    const [after] = await run({ text: `SELECT coalesce(${setting}, ''), current_user` });
    expect(after).toEqual([['', 'portal_app']]);
  });

  test('a failing statement rolls back the others, and the connection stays usable', async () => {
    await run({ ...insert, values: ['kept'] });
    const before = await names();
    await expect(run({ ...insert, values: ['lost'] }, { ...insert, values: ['kept'] })).rejects.toMatchObject({
      code: '23505',
    });
    await expect(run({ ...insert, values: ['lost'] }, { text: 'SELECT 1 / 0' })).rejects.toThrow('division by zero');
    expect(await names()).toEqual(before);
    expect(await run({ ...insert, values: ['later'] })).toEqual([[['later']]]);
  });

  test('a name whose first use failed can be used again', async () => {
    const late = { name: 'late', text: 'SELECT $1::int' };
    await expect(run({ text: 'SELECT 1 / 0' }, { ...late, values: [1] })).rejects.toThrow('division by zero');
    expect(await run({ ...late, values: [2] })).toEqual([[[2]]]);
    const early = { name: 'early', text: 'SELECT $1::int + 1' };
    await expect(run({ ...early, values: [1] }, { text: 'SELECT 1 / 0' })).rejects.toThrow('division by zero');
    expect(await run({ ...early, values: [2] }, { ...early, values: [3] })).toEqual([[[3]], [[4]]]);
    const { rows } = await database.pool.query({ ...early, values: [4], rowMode: 'array' });
    expect(rows).toEqual([[5]]);
  });

  test('rows are parsed the same when a statement is prepared and when it is reused', async () => {
    const kinds = {
      name: 'kinds',
      text: `SELECT $1::int, date '2025-01-05', timestamptz '2025-01-05 09:30:00.123456+00', NULL, ARRAY['é', NULL]`,
    };
    const silent = { name: 'silent', text: 'DELETE FROM things WHERE name = $1', values: ['nobody'] };
    const row = (value: number) => [[value, '2025-01-05', '2025-01-05T09:30:00.123456Z', null, ['é', null]]];
    for (const value of [1, 2, 3]) {
      expect(await run({ ...kinds, values: [value] }, silent, { ...kinds, values: [-value] })).toEqual([
        row(value),
        [],
        row(-value),
      ]);
    }
  });

  test('a value that cannot be serialized fails before anything is sent, and its name can be used again', async () => {
    const circular: Record<string, unknown> = {};
    circular['self'] = circular;
    const json = { name: 'json', text: 'SELECT $1::jsonb' };
    await expect(run({ ...insert, values: ['unsent'] }, { ...json, values: [circular] })).rejects.toThrow('circular');
    expect(await run({ ...json, values: [{ a: 1 }] })).toEqual([[[{ a: 1 }]]]);
    expect(await names()).not.toContainEqual({ name: 'unsent' });
  });

  test('statements prepared before a column changed its type still succeed', async () => {
    await asOwner(`CREATE TABLE changing (id integer, note text); INSERT INTO changing VALUES (1, '2');
      GRANT ALL ON changing TO portal_app`);
    const client = await database.pool.connect();
    const read = { name: 'read-changing', text: 'SELECT * FROM changing WHERE id = $1', values: [1] };
    const write = { name: 'write-changing', text: 'UPDATE changing SET id = id + $1 RETURNING id', values: [0] };
    try {
      expect(await runBatch(client, [write, read])).toEqual([[[1]], [[1, '2']]]);
      await client.query(
        'RESET ROLE; ALTER TABLE changing ALTER note TYPE integer USING note::integer; SET ROLE portal_app',
      );
      expect(await runBatch(client, [write, read])).toEqual([[[1]], [[1, 2]]]);
      await client.query('RESET ROLE; ALTER TABLE changing ADD COLUMN more boolean DEFAULT true; SET ROLE portal_app');
      for (const added of [1, 0]) {
        expect(
          await runBatch(client, [
            { ...write, values: [added] },
            { ...read, values: [2] },
          ]),
        ).toEqual([[[2]], [[2, 2, true]]]);
      }
    } finally {
      client.release();
    }
  });

  test('pg still has the private members that batches use', async () => {
    const client = await database.pool.connect();
    await runBatch(client, [{ name: 'known-name', text: 'SELECT 1' }]);
    const { connection } = client as unknown as { connection: Record<string, unknown> };
    client.release();
    const { submittedNamedStatements, parsedStatements, stream } = connection as Record<
      string,
      Record<string, unknown>
    >;
    expect({ ...submittedNamedStatements, ...parsedStatements }).toHaveProperty('known-name', 'SELECT 1');
    for (const method of ['parse', 'bind', 'describe', 'execute', 'close', 'sync'])
      expect(connection[method], method).toBeTypeOf('function');
    for (const method of ['write', 'destroy']) expect(stream?.[method], method).toBeTypeOf('function');
    const { prototype } = pg.Query as unknown as { prototype: Record<string, unknown> };
    for (const method of ['prepare', 'hasBeenParsed', 'submit', 'handleError'])
      expect(prototype[method], method).toBeTypeOf('function');
    // On a new version, read lib/query.js, lib/client.js and lib/connection.js for changes to these, then raise it here.
    expect(pgPackage.version).toBe('8.23.1');
  });

  test('a read-only batch cannot write', async () => {
    const readOnly = { text: `SELECT set_config('transaction_read_only', 'on', true)` };
    await expect(run(readOnly, { ...insert, values: ['forbidden'] })).rejects.toMatchObject({ code: '25006' });
    expect(await run({ ...insert, values: ['allowed'] })).toEqual([[['allowed']]]);
  });
});
