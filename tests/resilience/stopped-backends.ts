import { readFileSync } from 'node:fs';
import pg from 'pg';

/** The processes that serve the connections to a database, other than our own; none where PostgreSQL is on another machine. */
export async function backendsOf(databaseUrl: string): Promise<number[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ pid: number }>(
      `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
      AND backend_type = 'client backend'`,
    );
    return rows.map(({ pid }) => pid).filter(isBackend);
  } finally {
    await client.end();
  }
}

function isBackend(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('postgres');
  } catch {
    return false;
  }
}

/** Stops the processes as a hung machine does: their connections stay open and nothing is answered. Returns how to go on. */
export function stopBackends(pids: number[]): () => void {
  const send = (pid: number, signal: NodeJS.Signals) => {
    try {
      process.kill(pid, signal);
    } catch {
      // It has ended.
    }
  };
  for (const pid of pids) send(pid, 'SIGSTOP');
  return () => pids.forEach((pid) => send(pid, 'SIGCONT'));
}
