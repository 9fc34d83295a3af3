/** CPU time from Linux's /proc: beside other load on the machine it says more than a rate. */
import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';
import { type Load, measure } from './measure.ts';

// _SC_CLK_TCK is 100 on every Linux that Node.js runs on.
const msPerTick = 10;

/** Fields of /proc/PID/stat after the name, which may contain spaces; none of a process that has ended. */
function readStat(pid: number | string): number[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
  } catch {
    return [];
  }
}

const [parentAt, userAt, childrenSystemAt] = [1, 11, 14];
const ticksOf = (stat: number[], until: number) => stat.slice(userAt, until).reduce((sum, ticks) => sum + ticks, 0);

/** Milliseconds of all threads. */
export const cpuMsOf = (pid: number): number => ticksOf(readStat(pid), userAt + 2) * msPerTick;

/** Milliseconds of a server with one process per connection, with those that have ended. */
export function cpuMsOfTree(pid: number): number {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(readStat)
    .filter((stat) => stat[parentAt] === pid);
  const own = ticksOf(readStat(pid), childrenSystemAt + 1);
  return children.reduce((sum, stat) => sum + ticksOf(stat, userAt + 2), own) * msPerTick;
}

/** The process that the connections of a PostgreSQL on this machine belong to. */
export async function findPostmaster(connectionString: string): Promise<number> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const parent = readStat(rows[0]?.pid ?? 0)[parentAt] ?? 0;
  await client.end();
  return parent;
}

type Clock = () => number;

/** What one of the things that `work` counts costs on each of the clocks, which return milliseconds. */
export async function costsOf(work: () => Promise<number>, clocks: Clock[]): Promise<number[]> {
  const before = clocks.map((clock) => clock());
  const count = await work();
  return clocks.map((clock, at) => (clock() - (before[at] ?? 0)) / count);
}

/** Milliseconds per request, by clock. */
export const measureCpu = (load: Load, clocks: Clock[]): Promise<number[]> =>
  costsOf(async () => (await measure(load)).perSecond * load.seconds, clocks);
