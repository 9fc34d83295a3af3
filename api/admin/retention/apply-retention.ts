import type { ClientBase, Pool } from 'pg';
import { isConnectionError } from '#api/db/errors.ts';
import { Rollback, setLocalRole, withTransaction } from '#api/db/transaction.ts';
import { mailFilesRule, removeOldMailFiles } from './mail-files.ts';
import type { Rule } from './rule.ts';
import { rules as allRules } from './rules.ts';

export interface Kept extends Pick<Rule, 'name' | 'kept' | 'outcome'> {
  rows: number;
  /** The rule failed: what it had done in whole batches stands, the rest is for the next run. */
  failure?: unknown;
}

export interface Keeping {
  /** A pool where requests must get the connection between two batches: the embedded engine has one only. */
  connection: Pool | ClientBase;
  dataDir: string;
  now: Date;
  isDryRun?: boolean;
  rules?: readonly Rule[];
}

/** Keeps every promise, each batch in a transaction of its own: whatever stops it, the next run goes on from there. */
export async function applyRetention(keeping: Keeping): Promise<Kept[]> {
  const { dataDir, now, isDryRun = false } = keeping;
  const kept = isDryRun ? await tryRules(keeping) : await applyRules(keeping);
  const all = [...kept, { ...mailFilesRule, rows: await removeOldMailFiles(dataDir, now, isDryRun) }];
  if (!isDryRun) await recordRun(keeping, all);
  return all;
}

const told = ({ name, kept, outcome }: Rule, rows: number): Kept => ({ name, kept, outcome, rows });

async function applyRules({ connection, now, rules = allRules }: Keeping): Promise<Kept[]> {
  const kept: Kept[] = [];
  for (const rule of rules) {
    let rows = 0;
    try {
      const next = () => withTransaction(connection, (client) => rule.apply(client, now), { role: rule.role });
      for (let more = await next(); more > 0; more = await next()) rows += more;
      kept.push(told(rule, rows));
    } catch (failure) {
      if (isConnectionError(failure)) throw failure;
      kept.push({ ...told(rule, rows), failure });
    }
  }
  return kept;
}

/** All in one transaction that is undone: one rule sees what another has left, as it will when it counts. */
function tryRules({ connection, now, rules = allRules }: Keeping): Promise<Kept[]> {
  return withTransaction(connection, async (client) => {
    const kept: Kept[] = [];
    for (const rule of rules) {
      await setLocalRole(client, rule.role);
      let rows = 0;
      for (let more = await rule.apply(client, now); more > 0; more = await rule.apply(client, now)) rows += more;
      kept.push(told(rule, rows));
    }
    return new Rollback(kept);
  });
}

// A run that failed is not written down: it is still due.
async function recordRun({ connection, now }: Keeping, kept: Kept[]): Promise<void> {
  if (kept.some(({ failure }) => failure !== undefined)) return;
  const values = [now, new Date(Math.max(now.getTime(), Date.now())), countsOf(kept)];
  const text = 'INSERT INTO retention_runs (started_at, finished_at, counts) VALUES ($1, $2, $3)';
  await withTransaction(connection, (client) => client.query(text, values), { role: 'portal_app' });
}

/** What was done, for a log: numbers, and nobody's name. */
export const countsOf = (kept: readonly Kept[]): Record<string, number> =>
  Object.fromEntries(kept.filter(({ rows }) => rows > 0).map(({ name, rows }) => [name, rows]));
