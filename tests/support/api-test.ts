import { type Api, type AuthFlows, createAuthFlows, makeCustomer, openApi } from './api.ts';
import {
  type DatabaseContext,
  type Definition,
  describeDatabase,
  type EngineOptions,
  splitDefinition,
} from './database-test.ts';

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
