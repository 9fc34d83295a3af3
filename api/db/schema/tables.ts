import * as loginTables from './accounts.ts';
import * as auditTables from './audit.ts';
import * as factorTables from './factors.ts';
import * as operationTables from './operations.ts';
import * as recordTables from './records.ts';

/** Every table, for the query builder. */
export const tables = { ...loginTables, ...auditTables, ...factorTables, ...operationTables, ...recordTables };
