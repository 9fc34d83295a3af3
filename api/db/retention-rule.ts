import type { ClientBase } from 'pg';
import type { Role } from './transaction.ts';

export interface RetentionRule {
  name: string;
  table: string;
  /** Retention period, as shown to the operator. */
  period: string;
  outcome: 'removed' | 'anonymised';
  role: Role;
  /** Processes the next batch of expired rows and returns its size; 0 when done. */
  apply(client: ClientBase, now: Date): Promise<number>;
}

// Small, so that requests do not wait long for locks.
const batchSize = 1000;

const affected = async (client: ClientBase, text: string, now: Date) => (await client.query(text, [now])).rowCount ?? 0;

// The lock makes PostgreSQL check a row again that has changed in the meantime. The next run takes rows that a request has locked.
const dueRows = (table: string, due: string) =>
  `ARRAY(SELECT ctid FROM ${table} WHERE ${due} LIMIT ${batchSize} FOR UPDATE SKIP LOCKED)`;

/** `due` is a condition in which $1 is the current time. */
export const deleteRule = (
  table: string,
  due: string,
  name: string,
  period: string,
  role: Role = 'portal_operator',
): RetentionRule => ({
  name,
  table,
  period,
  outcome: 'removed',
  role,
  apply: (client, now) => affected(client, `DELETE FROM ${table} WHERE ctid = ANY(${dueRows(table, due)})`, now),
});

export const nullifyRule = (
  table: string,
  column: string,
  due: string,
  name: string,
  period: string,
): RetentionRule => ({
  name,
  table,
  period,
  outcome: 'anonymised',
  role: 'portal_operator',
  apply: (client, now) =>
    affected(client, `UPDATE ${table} SET ${column} = NULL WHERE ctid = ANY(${dueRows(table, due)})`, now),
});

export const past = (moment: string, time: string) => `${moment} <= $1::timestamptz - interval '${time}'`;

export const isExpired = past('expires_at', '0');

/** Keys of requests that were sent twice. */
export const idempotencyRule = (table: string, of: string): RetentionRule =>
  nullifyRule(
    table,
    'idempotency_key',
    `idempotency_key IS NOT NULL AND ${past('created_at', '7 days')}`,
    `idempotency keys${of}`,
    '7 days',
  );
