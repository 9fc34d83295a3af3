import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ClientBase, Pool } from 'pg';
import { removeOrphans } from '../files/stored-files.ts';
import type { Database } from '#api/db/connect.ts';
import { isConnectionError } from '#api/lib/errors.ts';
import { lockClasses } from '#api/db/lock-classes.ts';
import { Rollback, setLocalRole, withAdvisoryLock, withTransaction } from '#api/db/transaction.ts';
import type { Files } from '#api/files/files.ts';
import type { JobHandlers } from '#api/jobs/worker.ts';
import type { Log } from '#api/lib/log.ts';
import type { RetentionRule } from '#api/db/retention-rule.ts';
import { rules as allRules } from './rules.ts';

export interface RuleResult extends Pick<RetentionRule, 'name' | 'period' | 'outcome'> {
  rows: number;
  /** The rule failed: committed batches stay, the rest is left to the next run. */
  failure?: unknown;
}

export interface RetentionRun {
  /** A pool for the embedded engine, which has one connection, so that requests run between batches. */
  connection: Pool | ClientBase;
  dataDir: string;
  files?: Files | undefined;
  now: Date;
  isDryRun?: boolean;
  rules?: readonly RetentionRule[];
  /** After each rule. */
  onRule?: (done: number, all: number) => void;
}

/** Applies every rule, each batch in its own transaction: after an interruption the next run continues. */
export async function applyRetention(run: RetentionRun): Promise<RuleResult[]> {
  const { dataDir, files, now, isDryRun = false } = run;
  const results = isDryRun ? await simulateRules(run) : await applyRules(run);
  const all = [
    ...results,
    { ...mailFilesRule, rows: await removeOldMailFiles(dataDir, now, isDryRun) },
    ...(files === undefined ? [] : [await applyFileRule(run, files)]),
  ];
  if (!isDryRun) await recordRun(run, all);
  return all;
}

const fileRule = {
  name: 'files of tickets and mails',
  period: 'as long as the ticket or mail that they belong to',
  outcome: 'removed',
} as const;

/** Runs after the rows, and removes files without a row. The storage may be another machine, whose failure is not the database's. */
async function applyFileRule({ connection, now, isDryRun = false }: RetentionRun, files: Files): Promise<RuleResult> {
  // Each question in a transaction of its own: the embedded engine has one connection.
  const query = (text: string, values: unknown[]) =>
    withTransaction(connection, (client) => client.query(text, values), { role: 'portal_app' });
  try {
    const client = { query } as unknown as Pick<ClientBase, 'query'>;
    return { ...fileRule, rows: await removeOrphans(client, files, { now, isDryRun }) };
  } catch (failure) {
    if (isConnectionError(failure)) throw failure;
    return { ...fileRule, rows: 0, failure };
  }
}

const toResult = ({ name, period, outcome }: RetentionRule, rows: number): RuleResult => ({
  name,
  period,
  outcome,
  rows,
});

async function applyRules({ connection, now, rules = allRules, onRule }: RetentionRun): Promise<RuleResult[]> {
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
    onRule?.(results.length, rules.length);
  }
  return results;
}

/** In one transaction that is rolled back, so that each rule sees the effects of the earlier ones. */
function simulateRules({ connection, now, rules = allRules, onRule }: RetentionRun): Promise<RuleResult[]> {
  return withTransaction(connection, async (client) => {
    const results: RuleResult[] = [];
    for (const rule of rules) {
      await setLocalRole(client, rule.role);
      let rows = 0;
      for (let more = await rule.apply(client, now); more > 0; more = await rule.apply(client, now)) rows += more;
      results.push(toResult(rule, rows));
      onRule?.(results.length, rules.length);
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

export const mailFilesRule = {
  name: 'mails written to files',
  period: '30 days after they were written',
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

const dayMs = 24 * 60 * 60 * 1000;
const checkIntervalMs = 10 * 60 * 1000;

type RetentionDatabase = Pick<Database, 'engine' | 'pool' | 'withOwner'>;

interface RetentionDeps {
  /** Undefined until the database has opened. */
  database: () => RetentionDatabase | undefined;
  dataDir: string;
  files: Files;
  log: Log;
}

/**
 * Once a day. Its batches are transactions of their own, so that no table is locked for long: what a run that was interrupted
 * has not done is left to the next one.
 */
export const retentionHandlers = ({ database, dataDir, files, log }: RetentionDeps): JobHandlers => ({
  retention: {
    recurring: { firstAfterSeconds: 600 },
    maxRetrySeconds: 60 * 60,
    run: async () => {
      const current = database();
      if (current === undefined) throw new Error('The database is not open.');
      const now = new Date();
      const results = await runIfDue(current, dataDir, now, files);
      // The operator has run it today, or it takes longer than the lease of the job and goes on elsewhere.
      if (results === undefined) return { notBefore: new Date(now.getTime() + checkIntervalMs) };
      logResults(log, results);
      const failed = results.flatMap(({ name, failure }) => (failure === undefined ? [] : [name]));
      if (failed.length > 0) throw new Error(`Retention failed: ${failed.join(', ')}.`);
      return { notBefore: new Date(now.getTime() + dayMs) };
    },
  },
});

function logResults(log: Log, results: RuleResult[]): void {
  for (const { name, failure } of results)
    if (failure !== undefined) log.error({ err: failure, rule: name }, 'retention rule failed');
  log.info({ rows: countRows(results) }, 'retention applied');
}

/** Undefined if it ran less than a day ago, or another instance is running it. */
export async function runIfDue(database: RetentionDatabase, dataDir: string, now: Date, files?: Files) {
  const { engine, pool, withOwner } = database;
  if (!(await isDue(pool, now))) return undefined;
  if (engine === 'embedded') return applyRetention({ connection: pool, dataDir, files, now });
  return withOwner((client) =>
    withAdvisoryLock(client, lockClasses.retention, async () =>
      // Another instance may have finished since the first check.
      (await isDue(client, now)) ? applyRetention({ connection: client, dataDir, files, now }) : undefined,
    ),
  );
}

async function isDue(connection: { query: RetentionDatabase['pool']['query'] }, now: Date): Promise<boolean> {
  const { rows } = await connection.query<{ is: boolean }>(
    'SELECT NOT EXISTS (SELECT FROM retention_runs WHERE started_at > $1) AS is',
    [new Date(now.getTime() - dayMs)],
  );
  return rows[0]?.is === true;
}
