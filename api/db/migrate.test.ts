import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { fromEngine, server } from './connect.ts';
import { EmbeddedEngine } from './embedded/engine.ts';
import { migrate, type Migration, readMigrations } from './migrate.ts';
import { emptyServerDatabase, engines } from '#tests/support/database.ts';

const known = readMigrations();
const extra = (name: string, sql: string): Migration => ({ name, sql, checksum: `checksum of ${sql}` });

/** An empty database, and clients on it that all own it. */
async function emptyDatabase(engine: (typeof engines)[number]) {
  if (engine === 'postgresql') {
    const { url, drop } = await emptyServerDatabase();
    return { connect: () => connected(server(url).connection), remove: drop };
  }
  const engineOnly = new EmbeddedEngine({});
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

describe.each(engines)('on %s', (engine) => {
  test('an empty database gets every migration once, and later ones on top', async () => {
    const { connect, remove } = await emptyDatabase(engine);
    const client = await connect();
    expect(await migrate(client)).toEqual(known.map(({ name }) => name));
    expect(await migrate(client)).toEqual([]);
    const next = extra('9000_next.sql', 'CREATE TABLE next_one (id integer)');
    expect(await migrate(client, [...known, next])).toEqual([next.name]);

    await expect(migrate(client)).rejects.toThrow(
      'another version of this server, which has a migration 9000_next.sql',
    );
    const late = extra('8000_late.sql', 'SELECT 1');
    await expect(migrate(client, [...known, late, next])).rejects.toThrow('8000_late.sql comes before 9000_next.sql');
    const changed = [...known, { ...next, checksum: 'another' }];
    await expect(migrate(client, changed)).rejects.toThrow('9000_next.sql has changed since');
    await client.end();
    await remove();
  });

  test('existing links of users become memberships as owner', async () => {
    const { connect, remove } = await emptyDatabase(engine);
    const client = await connect();
    await migrate(client, known.slice(0, 6));
    await client.query(`INSERT INTO users (id, email, name) VALUES ('00000000-0000-4000-8000-000000000001', 'a@b.example', 'A');
      BEGIN; SET LOCAL ROLE portal_operator;
      INSERT INTO customers (id, name) VALUES ('00000000-0000-4000-8000-000000000002', 'Atlas');
      INSERT INTO customer_users (user_id, customer_id, created_at) SELECT users.id, customers.id, '2020-01-01' FROM users, customers;
      COMMIT`);
    expect(await migrate(client, known.slice(0, 7))).toEqual(['0007_people.sql']);
    await client.query('BEGIN; SET LOCAL ROLE portal_operator');
    const { rows } = await client.query('SELECT user_id, customer_id, roles, created_at::date::text FROM memberships');
    await client.query('COMMIT');
    expect(rows).toEqual([
      {
        user_id: '00000000-0000-4000-8000-000000000001',
        customer_id: '00000000-0000-4000-8000-000000000002',
        roles: ['owner'],
        created_at: '2020-01-01',
      },
    ]);
    await client.end();
    await remove();
  });

  test('existing tickets belong to their author, and nothing is promised for them', async () => {
    const { connect, remove } = await emptyDatabase(engine);
    const client = await connect();
    await migrate(client, known.slice(0, 8));
    await client.query(`INSERT INTO users (id, email, name) VALUES ('00000000-0000-4000-8000-000000000001', 'a@b.example', 'A');
      BEGIN; SET LOCAL ROLE portal_operator;
      INSERT INTO customers (id, name) VALUES ('00000000-0000-4000-8000-000000000002', 'Atlas');
      INSERT INTO tickets (customer_id, ticket_number, subject, description, status, created_by, resolved_at, version)
        SELECT customers.id, 'TKT-' || length(status), 'S', repeat('d', 10000), status, users.id, '2020-01-01', 7
        FROM users, customers, unnest(ARRAY['open', 'closed']) AS status;
      COMMIT`);
    expect(await migrate(client, known.slice(0, 9))).toEqual(['0009_conversation.sql']);
    await client.query('BEGIN; SET LOCAL ROLE portal_operator');
    const { rows } = await client.query(
      `SELECT status, requester_id = created_by AS is_author, sla_state, first_response_due_at, closed_at::date::text,
        version, unread_since, length(description) AS length FROM tickets ORDER BY status`,
    );
    await client.query('COMMIT');
    const same = { is_author: true, sla_state: null, first_response_due_at: null, version: 7, unread_since: null };
    expect(rows).toEqual([
      { ...same, status: 'closed', closed_at: '2020-01-01', length: 10_000 },
      { ...same, status: 'open', closed_at: null, length: 10_000 },
    ]);
    await client.end();
    await remove();
  });

  test('a database with the migrations of an unreleased version is rejected and left as it is', async () => {
    const { connect, remove } = await emptyDatabase(engine);
    const client = await connect();
    const former = ['0001_accounts.sql', '0002_records.sql'].map((name) => extra(name, 'SELECT 1'));
    await migrate(client, former);
    await expect(migrate(client)).rejects.toThrow(
      'The database was created by another version of this server, which has a migration 0001_accounts.sql: start that version, or use another database.',
    );
    const { rows } = await client.query('SELECT name FROM migrations ORDER BY name');
    expect(rows).toEqual(former.map(({ name }) => ({ name })));
    await client.end();
    await remove();
  });

  test('a migration that fails leaves nothing behind and can be retried', async () => {
    const { connect, remove } = await emptyDatabase(engine);
    const client = await connect();
    const broken = extra('0001_broken.sql', 'CREATE TABLE half (id integer); SELECT no_such_function()');
    await expect(migrate(client, [broken])).rejects.toThrow('0001_broken.sql failed');
    const full = extra('0001_full.sql', `DO $$ BEGIN RAISE 'No space left on device' USING ERRCODE = '53100'; END $$`);
    await expect(migrate(client, [full])).rejects.toThrow(
      'The migration 0001_full.sql failed: No space left on device',
    );
    const { rows } = await client.query(`SELECT to_regclass('half') AS half`);
    expect(rows[0].half).toBeNull();
    expect(await migrate(client, [extra('0001_broken.sql', 'CREATE TABLE half (id integer)')])).toEqual([
      '0001_broken.sql',
    ]);
    await client.end();
    await remove();
  });
});

test.runIf(engines.includes('postgresql'))('of six instances that start together, one migrates', async () => {
  const { connect, remove } = await emptyDatabase('postgresql');
  const clients = await Promise.all(Array.from({ length: 6 }, connect));
  const applied = await Promise.all(clients.map((client) => migrate(client)));
  expect(applied.filter((names) => names.length === known.length)).toHaveLength(1);
  expect(applied.filter((names) => names.length === 0)).toHaveLength(5);
  await Promise.all(clients.map((client) => client.end()));
  await remove();
});
