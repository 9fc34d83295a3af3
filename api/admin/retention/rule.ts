import type { ClientBase } from 'pg';
import type { Role } from '#api/db/transaction.ts';

export interface Rule {
  name: string;
  table: string;
  /** For how long, in words: what the operator reads. */
  kept: string;
  outcome: 'removed' | 'anonymised';
  role: Role;
  /** The next few rows that are past their time at this moment, and how many they were: none when all is done. */
  apply(client: ClientBase, now: Date): Promise<number>;
}

type Facts = Pick<Rule, 'name' | 'kept' | 'role'>;

// Small enough that no request waits long behind it.
const batch = 1000;

const affected = async (client: ClientBase, text: string, now: Date) => (await client.query(text, [now])).rowCount ?? 0;

// The rows are locked first: one that a request changes meanwhile is judged again, one that it holds is left for tomorrow.
const dueRows = (table: string, due: string) =>
  `ARRAY(SELECT ctid FROM ${table} WHERE ${due} LIMIT ${batch} FOR UPDATE SKIP LOCKED)`;

/** `due` speaks of the moment as $1. */
export const removing = (table: string, due: string, facts: Facts): Rule => ({
  ...facts,
  table,
  outcome: 'removed',
  apply: (client, now) => affected(client, `DELETE FROM ${table} WHERE ctid = ANY(${dueRows(table, due)})`, now),
});

export const emptying = (table: string, column: string, due: string, facts: Facts): Rule => ({
  ...facts,
  table,
  outcome: 'anonymised',
  apply: (client, now) =>
    affected(client, `UPDATE ${table} SET ${column} = NULL WHERE ctid = ANY(${dueRows(table, due)})`, now),
});
