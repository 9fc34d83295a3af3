import { afterAll } from 'vitest';
import { type EngineName, freshDatabase, type TestDatabase } from './database.ts';
import { createCustomer } from '#api/admin/customers.ts';
import { type OperatorDatabase, inOperatorTransaction, prepare } from '#api/admin/operator-database.ts';
import { type Definition, describeOnEngines, type EngineOptions, splitDefinition } from './database-test.ts';

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
  const makeCustomer = async (name: string) => {
    const { id } = await inOperatorTransaction(operator, () => createCustomer(client, { name }));
    return id;
  };
  return { ...operator, database, makeCustomer };
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
