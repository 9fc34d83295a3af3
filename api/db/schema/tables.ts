import * as accounts from './accounts.ts';
import * as audit from './audit.ts';
import * as factors from './factors.ts';
import * as operations from './operations.ts';
import * as records from './records.ts';

/** Every table, for the query builder. */
export const tables = { ...accounts, ...audit, ...factors, ...operations, ...records };
