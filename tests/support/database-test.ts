import { afterAll, describe, expect, test } from 'vitest';
import { type EngineName, engines, freshDatabase, type TestDatabase } from './database.ts';

export interface EngineOptions {
  /** For what only one engine can do, such as several connections. */
  only?: EngineName;
}
/** Options come first, as in vitest's `test`. */
export type Definition<Context, Options> = [(context: Context) => unknown] | [Options, (context: Context) => unknown];

export interface DatabaseContext {
  engine: EngineName;
  database: TestDatabase;
}

/**
 * Defines the tests of a file once per engine, with one empty database per file and engine. Databases open while tests
 * are collected, so that tests and their helpers can use plain constants.
 */
export function describeDatabase(...definition: Definition<DatabaseContext, EngineOptions>): void {
  const [options, define] = splitDefinition(definition);
  describeOnEngines(options, async (engine) => {
    const database = await freshDatabase(engine);
    afterAll(() => database.close());
    await define({ engine, database });
  });
}

export function describeOnEngines({ only }: EngineOptions, define: (engine: EngineName) => Promise<void>): void {
  const wanted = engines.filter((engine) => only === undefined || engine === only);
  // oxlint-disable-next-line vitest/valid-describe-callback -- it takes a promise
  describe.each(wanted)('on %s', define);
  if (wanted.length > 0) return;
  // Without any test the file would fail.
  // oxlint-disable-next-line vitest/no-disabled-tests -- it says what is missing
  test.skip('needs PostgreSQL: TEST_DATABASE_URL is not set', () => expect.unreachable());
}

export function splitDefinition<Context, Options extends object>(definition: Definition<Context, Options>) {
  return definition.length === 2 ? definition : ([{} as Options, definition[0]] as const);
}
