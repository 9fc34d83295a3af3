import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createOwnerDatabase, emptyEngine, hasPostgres, type OwnerDatabase } from '#tests/support/database.ts';
import { createLog } from '#api/lib/log.ts';
import { runIfDue } from '#main/admin/retention/apply-retention.ts';
import { browser, makeCustomer, assertDefined, openApi } from '#tests/support/api.ts';
import { openDatabase, openSource, server } from './connect.ts';
import { migrate } from './migrate.ts';

const silent = createLog('silent');

describe.runIf(hasPostgres)('with separate logins for serving and for owning the tables', () => {
  let database: OwnerDatabase;
  beforeEach(async () => {
    database = await createOwnerDatabase();
  });
  afterEach(() => database.drop());

  const open = (url: string) => openSource(server(url, database.url), silent);

  async function as<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  }

  /** A customer with a ticket, and the API with the serving login. */
  async function serve() {
    const owned = await openSource(server(database.url), silent);
    const { cookie } = await makeCustomer(owned, 'Cabinet');
    await owned.close();
    const serving = await open(database.servingUrl);
    const visitor = browser(await openApi(serving), { cookie });
    expect((await visitor.post('/api/portal/tickets', { subject: 's', description: 'd' })).status).toBe(201);
    return { serving, visitor };
  }

  test('requests and the retention job work', async () => {
    const { serving, visitor } = await serve();
    expect((await visitor.get('/api/portal/tickets')).body.items).toHaveLength(1);
    const kept = await runIfDue(serving, '/nowhere', new Date());
    expect(kept?.filter(({ failure }) => failure !== undefined)).toEqual([]);
    await serving.close();
  });

  test('the serving login has no rights but those of its two roles, and none without a role', async () => {
    await (await serve()).serving.close();
    for (const text of [
      'SELECT FROM tickets',
      'SELECT FROM users',
      'DELETE FROM audit_events',
      'SET ROLE portal_tenant; DELETE FROM audit_events',
      'SET ROLE portal_app; DELETE FROM audit_events',
      'SET ROLE portal_app; SELECT FROM tickets',
      'SET ROLE portal_operator',
      'SET ROLE portal_search',
      `SELECT set_config('role', 'portal_operator', true)`,
      'DROP TABLE audit_events',
      'ALTER TABLE tickets DISABLE ROW LEVEL SECURITY',
      'CREATE TABLE mine (id integer)',
      'CREATE TEMPORARY TABLE sessions (id integer)',
      'CREATE ROLE mine',
      `SELECT set_tenant_context('')`,
    ]) {
      const attempt = as(database.servingUrl, (client) => client.query(`SET ROLE portal_tenant; RESET ROLE; ${text}`));
      await expect(attempt, text).rejects.toMatchObject({ code: '42501' });
    }
  });

  test('the owner without a role sees no row', async () => {
    await (await serve()).serving.close();
    const { rowCount } = await as(database.url, (client) => client.query('SELECT FROM tickets'));
    expect(rowCount).toBe(0);
  });

  test('a login with more rights than needed is rejected at start, with the reason', async () => {
    await (await openSource(server(database.url), silent)).close();
    const name = decodeURIComponent(new URL(database.servingUrl).username);
    const superuser = process.env['TEST_DATABASE_URL'] ?? '';
    const change = (text: string) => as(superuser, (client) => client.query(text));

    const sameOwner = Object.assign(new URL(database.url), { search: '?application_name=server' }).href;
    await expect(open(sameOwner)).rejects.toThrow(/may create roles/);
    await change(`GRANT portal_operator TO ${name}`);
    await expect(open(database.servingUrl)).rejects.toThrow(/is a member of portal_operator/);
    await change(`REVOKE portal_operator FROM ${name}; ALTER ROLE ${name} CREATEDB`);
    await expect(open(database.servingUrl)).rejects.toThrow(/may create roles or databases/);
    await change(`ALTER ROLE ${name} NOCREATEDB INHERIT`);
    const outcome = await open(database.servingUrl).then(
      (opened) => opened.close(),
      (error: Error) => error.message,
    );
    // Since PostgreSQL 16 the grant decides, and it is made WITH INHERIT FALSE.
    const { rows } = await as(superuser, (client) =>
      client.query<{ version: number }>(`SELECT current_setting('server_version_num')::integer AS version`),
    );
    const isRefused = assertDefined(rows[0]).version < 160_000;
    expect(String(outcome)).toContain(isRefused ? 'must not inherit' : 'undefined');
    await change(`ALTER ROLE ${name} NOINHERIT`);
    await (await open(database.servingUrl)).close();
  });

  test('two URLs of different databases are rejected', async () => {
    const elsewhere = Object.assign(new URL(database.servingUrl), { pathname: '/postgres' }).href;
    await expect(open(elsewhere)).rejects.toThrow('must name the same database');
  });

  test('one login for both works, with a warning at start', async () => {
    const lines: string[] = [];
    const log = createLog('warn', { write: (line: string) => void lines.push(line) });
    const settings = { databaseUrl: database.url, dataDir: '/nowhere' };
    await (await openDatabase(settings, log)).close();
    expect(lines.join('')).toMatch(/MIGRATION_DATABASE_URL/);
    lines.length = 0;
    await (
      await openDatabase({ ...settings, databaseUrl: database.servingUrl, migrationDatabaseUrl: database.url }, log)
    ).close();
    expect(lines).toEqual([]);
  });
});

test('an owner that can create roles but is not a superuser can migrate PostgreSQL 17 (embedded)', async () => {
  const engine = await emptyEngine();
  const client = new pg.Client({
    stream: engine.stream as unknown as () => never,
    user: 'postgres',
    database: 'postgres',
  });
  await client.connect();
  await client.query(`CREATE ROLE owner_17 LOGIN CREATEROLE; ALTER DATABASE postgres OWNER TO owner_17;
    ALTER SCHEMA public OWNER TO owner_17; CREATE EXTENSION pg_trgm; CREATE EXTENSION btree_gin;
    CREATE EXTENSION btree_gist`);
  await client.query('SET SESSION AUTHORIZATION owner_17');
  expect((await migrate(client)).length).toBeGreaterThan(0);
  await client.query(`SET ROLE portal_operator; INSERT INTO customers (name) VALUES ('Cabinet'); RESET ROLE`);
  expect((await client.query('SELECT FROM customers')).rowCount).toBe(0);
  await client.query('SET ROLE portal_app');
  await client.end();
  await engine.close();
});
