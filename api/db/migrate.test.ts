import { createHash } from 'node:crypto';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { fromEngine, server } from './connect.ts';
import { migrate, type Migration, readFunctions, readMigrations } from './migrate.ts';
import { emptyEngine, emptyServerDatabase, engines, usualEngines } from '#tests/support/database.ts';

const known = readMigrations();
const functions = readFunctions();
const names = [...known.map(({ name }) => name), 'functions'];
const extra = (name: string, sql: string): Migration => ({ name, sql, checksum: `checksum of ${sql}` });

/** An empty database, and clients on it that all own it. */
async function emptyDatabase(engine: (typeof engines)[number]) {
  if (engine === 'postgresql') {
    const { url, drop } = await emptyServerDatabase();
    return { connect: () => connected(server(url).connection), remove: drop };
  }
  const engineOnly = await emptyEngine();
  return { connect: () => connected(fromEngine(engineOnly).connection), remove: () => engineOnly.close() };
}

async function connected(connection: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client(connection);
  await client.connect();
  return client;
}

test('migrations are numbered without gaps and read in order', () => {
  expect(known.map(({ name }) => Number(name.slice(0, 4)))).toEqual(known.map((_, at) => at + 1));
});

test('migrations of version 1.0.0 are as they were released', () => {
  expect(known.slice(0, 7).map(({ name, checksum }) => [name, checksum.slice(0, 16)])).toEqual([
    ['0001_roles.sql', '6f01159bc56948aa'],
    ['0002_users.sql', 'd65f960e6bc5e90c'],
    ['0003_records.sql', 'd81844e752234c6c'],
    ['0004_tickets.sql', 'd8fcc8819235cf51'],
    ['0005_files_and_mail.sql', 'ebb003e3336be967'],
    ['0006_jobs.sql', 'cbc29d2e49b89e78'],
    ['0007_operations.sql', '8e5cfe1ee401200d'],
  ]);
});

test('migrations of version 1.1.0 are as they were released', () => {
  const released = known.slice(0, 38).map(({ name, checksum }) => `${name} ${checksum}\n`);
  expect(createHash('sha256').update(released.join('')).digest('hex').slice(0, 16)).toBe('31ecc5933d9afec6');
});

describe.each(engines)('on %s', (engine) => {
  test('an empty database gets every migration once, and later ones on top', async () => {
    const { connect, remove } = await emptyDatabase(engine);
    const client = await connect();
    expect(await migrate(client)).toEqual(names);
    expect(await migrate(client)).toEqual([]);
    const next = extra('9000_next.sql', 'CREATE TABLE next_one (id integer)');
    expect(await migrate(client, [...known, next])).toEqual([next.name, 'functions']);

    expect(await migrate(client)).toEqual([]);
    const late = extra('8000_late.sql', 'SELECT 1');
    await expect(migrate(client, [...known, late, next])).rejects.toThrow('8000_late.sql comes before 9000_next.sql');
    const changed = [...known, { ...next, checksum: 'another' }];
    await expect(migrate(client, changed)).rejects.toThrow('9000_next.sql has changed since');
    await client.end();
    await remove();
  });
});

describe.each(usualEngines)('on %s', (engine) => {
  test('existing tickets get short numbers by age and the keys of the queue, and the next one goes on', async () => {
    const { connect, remove } = await emptyDatabase(engine);
    const client = await connect();
    const before = known.findIndex(({ name }) => name.endsWith('_short_numbers.sql'));
    await migrate(client, known.slice(0, before), []);
    await client.query('BEGIN; SET LOCAL ROLE portal_operator');
    await client.query(`INSERT INTO customers (name) VALUES ('One')`);
    await client.query(`INSERT INTO tickets (customer_id, ticket_number, subject, description, created_at, subject_key,
        priority_key, urgency_key, due_key, needs_staff, search_text)
      SELECT customers.id, 'TKT-' || n, 'S', 'D', now() - n * interval '1 day', 's', 1, 1, now(), true, 'found'
      FROM customers, generate_series(1, 3) AS n`);
    await client.query('COMMIT');
    await migrate(client);
    await client.query('BEGIN; SET LOCAL ROLE portal_operator');
    await client.query(`INSERT INTO tickets (customer_id, ticket_number, subject, description)
      SELECT id, 'TKT-0', 'S', 'D' FROM customers`);
    const { rows } = await client.query(
      `SELECT ticket_number AS ticket, search_text LIKE '%#' || short_number || '%' AS "isFound", customer_key AS customer FROM tickets
        WHERE short_number = 1000 + (SELECT count(*) FROM tickets AS older WHERE older.created_at <= tickets.created_at)
        ORDER BY short_number`,
    );
    expect(rows).toEqual(
      ['TKT-3', 'TKT-2', 'TKT-1', 'TKT-0'].map((ticket) => ({ ticket, isFound: true, customer: 'one' })),
    );
    await client.query('COMMIT');
    await client.end();
    await remove();
  });

  test('what was stored in Arabic before is found without its signs, and nothing else about it changes', async () => {
    const { connect, remove } = await emptyDatabase(engine);
    const client = await connect();
    const migration = known.find(({ name }) => name.endsWith('_arabic_search.sql'));
    await migrate(client);
    // As it was before that migration.
    await client.query(`CREATE OR REPLACE FUNCTION fold(value text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
      RETURN lower(regexp_replace(normalize(value, NFD), '[\\u0300-\\u036f]', '', 'g'))`);
    const asOperator = async (text: string) => {
      await client.query('BEGIN; SET LOCAL ROLE portal_operator');
      const { rows } = await client.query(text);
      await client.query('COMMIT');
      return rows;
    };
    await asOperator(`INSERT INTO customers (name) VALUES ('شركة الأطلس')`);
    await asOperator(`INSERT INTO tickets (customer_id, ticket_number, subject, description)
      SELECT id, 'TKT-1', 'فَاتُورَة أُولى', 'Bonjour' FROM customers`);
    const facts =
      'SELECT to_jsonb(tickets) - ARRAY[$$subject_key$$, $$search_text$$, $$customer_key$$, $$stems$$] AS facts FROM tickets';
    const stored = await asOperator(facts);
    await client.query(migration?.sql ?? '');
    expect(await asOperator(facts)).toEqual(stored);
    expect(
      await asOperator(`SELECT subject_key AS subject, customer_key AS customer, tickets.search_text LIKE '%فاتوره اولي%' AS "isFound",
        ticket_stems(subject, description) @@ to_tsquery('simple', 'فاتوره') AS "hasWord", customers.search_text AS company
        FROM tickets JOIN customers ON customers.id = customer_id`),
    ).toEqual([
      {
        subject: 'فاتوره اولي',
        customer: 'شركه الاطلس',
        isFound: true,
        hasWord: true,
        company: expect.stringContaining('شركه الاطلس'),
      },
    ]);
    await client.end();
    await remove();
  });

  test('functions are applied again when one of them changes, and what is deleted from them ends', async () => {
    const { connect, remove } = await emptyDatabase(engine);
    const client = await connect();
    await migrate(client);
    const rightsOf = async () => {
      const { rows } =
        await client.query(`SELECT has_table_privilege('portal_tenant', 'tickets', 'DELETE') AS "mayDelete",
        has_function_privilege('portal_tenant', 'desk_health()', 'EXECUTE') AS "mayExecute",
        (SELECT count(*)::integer FROM pg_policies WHERE policyname = 'everything') AS policies`);
      return rows[0];
    };
    const more = extra(
      '50_more.sql',
      `CREATE POLICY everything ON tickets TO portal_tenant USING (true);
      GRANT DELETE ON tickets TO portal_tenant;
      SET LOCAL ROLE portal_people; GRANT EXECUTE ON FUNCTION desk_health TO portal_tenant; RESET ROLE`,
    );
    expect(await migrate(client, known, functions.toSpliced(-1, 0, more))).toEqual(['functions']);
    expect(await rightsOf()).toEqual({ mayDelete: true, mayExecute: true, policies: 1 });
    expect(await migrate(client)).toEqual(['functions']);
    expect(await rightsOf()).toEqual({ mayDelete: false, mayExecute: false, policies: 0 });

    const broken = extra('50_broken.sql', 'DROP POLICY tenant_select ON memberships; SELECT no_such_function()');
    await expect(migrate(client, known, functions.toSpliced(-1, 0, broken))).rejects.toThrow(
      'The migration functions/50_broken.sql failed',
    );
    expect(await migrate(client)).toEqual([]);
    await client.end();
    await remove();
  });

  test('a database with the migrations of an unreleased version is rejected and left as it is', async () => {
    const { connect, remove } = await emptyDatabase(engine);
    const client = await connect();
    const former = ['0001_users.sql', '0002_records.sql'].map((name) => extra(name, 'SELECT 1'));
    await migrate(client, former, []);
    await expect(migrate(client)).rejects.toThrow(
      'The database is from before the first release (it has a migration 0001_users.sql) and cannot be upgraded: use a new database,',
    );
    const { rows } = await client.query(`SELECT name FROM migrations WHERE name <> 'functions' ORDER BY name`);
    expect(rows).toEqual(former.map(({ name }) => ({ name })));
    await client.end();
    await remove();
  });

  test('a migration that fails leaves nothing behind and can be retried', async () => {
    const { connect, remove } = await emptyDatabase(engine);
    const client = await connect();
    const broken = extra('0001_broken.sql', 'CREATE TABLE half (id integer); SELECT no_such_function()');
    await expect(migrate(client, [broken], [])).rejects.toThrow('0001_broken.sql failed');
    const full = extra('0001_full.sql', `DO $$ BEGIN RAISE 'No space left on device' USING ERRCODE = '53100'; END $$`);
    await expect(migrate(client, [full], [])).rejects.toThrow(
      'The migration 0001_full.sql failed: No space left on device',
    );
    const { rows } = await client.query(`SELECT to_regclass('half') AS half`);
    expect(rows[0].half).toBeNull();
    const fixed = extra('0001_broken.sql', 'CREATE TABLE half (id integer)');
    expect(await migrate(client, [fixed], [])).toEqual([fixed.name]);
    await client.end();
    await remove();
  });
});

test.runIf(engines.includes('postgresql'))('of six instances that start together, one migrates', async () => {
  const { connect, remove } = await emptyDatabase('postgresql');
  const clients = await Promise.all(Array.from({ length: 6 }, connect));
  const applied = await Promise.all(clients.map((client) => migrate(client)));
  expect(applied.filter((one) => one.length === names.length)).toHaveLength(1);
  expect(applied.filter((one) => one.length === 0)).toHaveLength(5);
  await Promise.all(clients.map((client) => client.end()));
  await remove();
});
