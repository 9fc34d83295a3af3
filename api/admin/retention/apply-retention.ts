import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ClientBase, Pool } from 'pg';
import { isConnectionError } from '#api/db/errors.ts';
import { Rollback, setLocalRole, withTransaction } from '#api/db/transaction.ts';
import { type Rule, rules as allRules } from './rules.ts';

export interface RuleResult extends Pick<Rule, 'name' | 'kept' | 'outcome'> {
  rows: number;
  /** The rule failed: committed batches stay, the rest is left to the next run. */
  failure?: unknown;
}

export interface RetentionRun {
  /** A pool for the embedded engine, which has one connection, so that requests run between batches. */
  connection: Pool | ClientBase;
  dataDir: string;
  now: Date;
  isDryRun?: boolean;
  rules?: readonly Rule[];
}

/** Applies every rule, each batch in its own transaction: after an interruption the next run continues. */
export async function applyRetention(run: RetentionRun): Promise<RuleResult[]> {
  const { dataDir, now, isDryRun = false } = run;
  const results = isDryRun ? await simulateRules(run) : await applyRules(run);
  const all = [...results, { ...mailFilesRule, rows: await removeOldMailFiles(dataDir, now, isDryRun) }];
  if (!isDryRun) await recordRun(run, all);
  return all;
}

const toResult = ({ name, kept, outcome }: Rule, rows: number): RuleResult => ({ name, kept, outcome, rows });

async function applyRules({ connection, now, rules = allRules }: RetentionRun): Promise<RuleResult[]> {
  const results: RuleResult[] = [];
  for (const rule of rules) {
    let rows = 0;
    try {
      const next = () => withTransaction(connection, (client) => rule.apply(client, now), { role: rule.role });
      for (let more = await next(); more > 0; more = await next()) rows += more;
      results.push(toResult(rule, rows));
    } catch (failure) {
      if (isConnectionError(failure)) throw failure;
      results.push({ ...toResult(rule, rows), failure });
    }
  }
  return results;
}

/** In one transaction that is rolled back, so that each rule sees the effects of the earlier ones. */
function simulateRules({ connection, now, rules = allRules }: RetentionRun): Promise<RuleResult[]> {
  return withTransaction(connection, async (client) => {
    const results: RuleResult[] = [];
    for (const rule of rules) {
      await setLocalRole(client, rule.role);
      let rows = 0;
      for (let more = await rule.apply(client, now); more > 0; more = await rule.apply(client, now)) rows += more;
      results.push(toResult(rule, rows));
    }
    return new Rollback(results);
  });
}

// A failed run is not recorded, so it stays due.
async function recordRun({ connection, now }: RetentionRun, results: RuleResult[]): Promise<void> {
  if (results.some(({ failure }) => failure !== undefined)) return;
  const values = [now, new Date(Math.max(now.getTime(), Date.now())), countRows(results)];
  const text = 'INSERT INTO retention_runs (started_at, finished_at, counts) VALUES ($1, $2, $3)';
  await withTransaction(connection, (client) => client.query(text, values), { role: 'portal_app' });
}

/** For the log. */
export const countRows = (results: readonly RuleResult[]): Record<string, number> =>
  Object.fromEntries(results.filter(({ rows }) => rows > 0).map(({ name, rows }) => [name, rows]));

// As long as sent mails stay in the database.
const mailFileAgeMs = 30 * 24 * 60 * 60 * 1000;

const mailFilesRule = {
  name: 'mails written to files',
  kept: '30 days after they were written',
  outcome: 'removed',
} as const;

/** Mails that were written to files for lack of a mail server. Returns how many were, or would be, deleted. */
async function removeOldMailFiles(dataDir: string, now: Date, isDryRun: boolean): Promise<number> {
  const folder = join(dataDir, 'outbox');
  const names = await readdir(folder).catch(() => []);
  let count = 0;
  for (const name of names.filter((one) => /\.eml(?:\.part)?$/.test(one))) {
    const file = join(folder, name);
    const written = (await stat(file).catch(() => undefined))?.mtimeMs;
    if (written === undefined || written > now.getTime() - mailFileAgeMs) continue;
    if (!isDryRun) await rm(file, { force: true });
    count += 1;
  }
  return count;
}
