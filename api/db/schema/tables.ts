import * as operations from './operations.ts';
import * as records from './records.ts';
import * as users from './users.ts';

/** Every table, for the query builder. */
export const tables = { ...users, ...records, ...operations };
