import { setTimeout as wait } from 'node:timers/promises';
import { Hono } from 'hono';
import type { DatabaseHandle, OpenDatabase } from '#api/db/database-handle.ts';
import { unavailable } from '#api/lib/api-error.ts';
import type { AppEnv } from './app-env.ts';

const longestPing = 2000;
// Anybody may ask: however many do, the database is asked once a second.
const pingLasts = 1000;

/**
 * For whatever watches the server: /healthz is 503 where only a restart helps, and 200 while the database is away, as a
 * restart would not bring it back; /readyz says that the database answers too.
 */
export function health(gate: DatabaseHandle<OpenDatabase>, now: () => number = () => performance.now()) {
  let latest: { database: OpenDatabase; at: number; isReady: Promise<boolean> } | undefined;
  const isReady = (database: OpenDatabase): Promise<boolean> => {
    if (latest?.database !== database || now() - latest.at >= pingLasts)
      latest = { database, at: now(), isReady: answers(database) };
    return latest.isReady;
  };
  return new Hono<AppEnv>()
    .get('/healthz', (c) => {
      if (gate.current?.isStuck?.() === true) throw unavailable();
      return c.json({ status: 'ok' });
    })
    .get('/readyz', async (c) => {
      if (gate.current === undefined || !(await isReady(gate.current))) throw unavailable();
      return c.json({ status: 'ready' });
    });
}

async function answers(database: OpenDatabase): Promise<boolean> {
  const giveUp = new AbortController();
  try {
    return await Promise.race([
      database.ping().then(() => true),
      wait(longestPing, false, { signal: giveUp.signal, ref: false }),
    ]);
  } catch {
    return false;
  } finally {
    giveUp.abort();
  }
}
