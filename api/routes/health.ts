import { setTimeout as wait } from 'node:timers/promises';
import { type Context, Hono } from 'hono';
import type { DatabaseHandle, OpenDatabase } from '#api/db/database-handle.ts';
import { type SeenRequest, doctorHeader, isDoctorProof } from '#api/lib/doctor-proof.ts';
import { unavailable } from '#api/lib/errors.ts';
import { version } from '#api/lib/version.ts';
import type { AppEnv } from './app-env.ts';

const pingTimeoutMs = 2000;
// The endpoints are public: the database is pinged at most once a second.
const pingCacheMs = 1000;

interface HealthOptions {
  isStopping?: (() => boolean) | undefined;
  now?: (() => number) | undefined;
  /** Without it, no request is described. */
  doctorKey?: string;
}

/** What arrives here of a request that `doctor` sent to the proxy. For nobody else: IP addresses say who is in front of us. */
const describeRequest = (c: Context<AppEnv>): SeenRequest => ({
  ipAddress: c.get('clientIp'),
  isForwarded: c.req.header('x-forwarded-for') !== undefined,
  host: c.req.header('host') ?? '',
});

/**
 * For monitoring: /healthz is 503 where only a restart helps, and 200 while the database is down, as a restart would not bring
 * it back; /readyz also requires that the database responds, and that the server is not about to stop.
 */
export function health(
  handle: DatabaseHandle<OpenDatabase>,
  { isStopping = () => false, now = () => performance.now(), doctorKey }: HealthOptions = {},
) {
  let latest: { database: OpenDatabase; at: number; isReady: Promise<boolean> } | undefined;
  const isReady = (database: OpenDatabase): Promise<boolean> => {
    if (latest?.database !== database || now() - latest.at >= pingCacheMs)
      latest = { database, at: now(), isReady: responds(database) };
    return latest.isReady;
  };
  return new Hono<AppEnv>()
    .get('/healthz', (c) => {
      if (handle.current?.isStuck?.() === true) throw unavailable();
      const isDoctor = doctorKey !== undefined && isDoctorProof(doctorKey, c.req.header(doctorHeader));
      return c.json({ status: 'ok', version, ...(isDoctor && { seen: describeRequest(c) }) });
    })
    .get('/readyz', async (c) => {
      if (isStopping() || handle.current === undefined || !(await isReady(handle.current))) throw unavailable();
      return c.json({ status: 'ready' });
    });
}

async function responds(database: OpenDatabase): Promise<boolean> {
  const timeout = new AbortController();
  try {
    return await Promise.race([
      database.ping().then(() => true),
      wait(pingTimeoutMs, false, { signal: timeout.signal, ref: false }),
    ]);
  } catch {
    return false;
  } finally {
    timeout.abort();
  }
}
