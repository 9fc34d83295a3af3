import { afterAll, describe, expect, test } from 'vitest';
import { type EngineName, engines, freshDatabase, type TestDatabase, usualEngines } from './database.ts';
import { type Api, type AuthFlows, createAuthFlows, makeCustomer, openApi } from './api.ts';
import { createCustomer } from '#api/services/customers/operator-customers.ts';
import { inOperatorTransaction, type OperatorDatabase, prepare } from '#api/db/operator-database.ts';

interface EngineOptions {
  /** For what only one engine can do, such as several connections. */
  only?: EngineName;
  /** For what the engines do differently: connections, locks, notifications, large statements. */
  both?: boolean;
}
/** Options come first, as in vitest's `test`. */
type Definition<Context, Options> = [(context: Context) => unknown] | [Options, (context: Context) => unknown];

interface DatabaseContext {
  engine: EngineName;
  database: TestDatabase;
}

/**
 * Defines the tests of a file on PostgreSQL, or on the embedded engine if there is none, with one empty database per file.
 * `ENGINES=both` runs every file on both. Databases open while tests are collected, so that tests and their helpers can use
 * plain constants.
 */
export function describeDatabase(...definition: Definition<DatabaseContext, EngineOptions>): void {
  const [options, define] = splitDefinition(definition);
  describeOnEngines(options, async (engine) => {
    const database = await freshDatabase(engine);
    afterAll(() => database.close());
    await define({ engine, database });
  });
}

function enginesFor({ only, both = false }: EngineOptions): EngineName[] {
  if (only !== undefined) return engines.filter((engine) => engine === only);
  return both ? engines : usualEngines;
}

function describeOnEngines(options: EngineOptions, define: (engine: EngineName) => Promise<void>): void {
  const wanted = enginesFor(options);
  // oxlint-disable-next-line vitest/valid-describe-callback -- it takes a promise
  describe.each(wanted)('on %s', define);
  if (wanted.length > 0) return;
  // Without any test the file would fail.
  // oxlint-disable-next-line vitest/no-disabled-tests -- it says what is missing
  test.skip('needs PostgreSQL: TEST_DATABASE_URL is not set', () => expect.unreachable());
}

function splitDefinition<Context, Options extends object>(definition: Definition<Context, Options>) {
  return definition.length === 2 ? definition : ([{} as Options, definition[0]] as const);
}

interface ApiContext extends DatabaseContext {
  api: Api;
  authFlows: AuthFlows;
  /** A customer with one user who is signed in. */
  customer: Awaited<ReturnType<typeof makeCustomer>>;
}
interface ApiOptions extends EngineOptions {
  settings?: Parameters<typeof openApi>[1];
}

/** Like describeDatabase, with the API on that database. */
export function describeApi(...definition: Definition<ApiContext, ApiOptions>): void {
  const [options, define] = splitDefinition(definition);
  describeDatabase(options, async ({ engine, database }) => {
    const api = await openApi(database, options.settings);
    const customer = await makeCustomer(database, 'Cabinet Masséna');
    await define({ engine, database, api, authFlows: createAuthFlows(api, database), customer });
  });
}

export interface OperatorFixture extends OperatorDatabase {
  database: TestDatabase;
  makeCustomer(name: string): Promise<string>;
}

/** The operator's connection to an empty database with the newest schema, which close() removes. */
export async function openOperator(engine: EngineName): Promise<OperatorFixture> {
  const database = await freshDatabase(engine);
  const client = await database.pool.connect();
  await client.query('RESET ROLE');
  const operator: OperatorDatabase = {
    engine,
    client,
    close: async () => {
      client.release();
      await database.close();
    },
  };
  await prepare(operator, 'current');
  return {
    ...operator,
    database,
    makeCustomer: async (name) => {
      const { id } = await inOperatorTransaction(operator, () => createCustomer(client, { name }));
      return id;
    },
  };
}

interface OperatorContext {
  engine: EngineName;
  operator: OperatorFixture;
}

/** Like describeDatabase, with an operator's connection to the database. */
export function describeOperator(...definition: Definition<OperatorContext, EngineOptions>): void {
  const [options, define] = splitDefinition(definition);
  describeOnEngines(options, async (engine) => {
    const operator = await openOperator(engine);
    afterAll(() => operator.close());
    await define({ engine, operator });
  });
}
