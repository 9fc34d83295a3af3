import { readdirSync, readlinkSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from '#api/db/connect.ts';
import type { DatabaseSettings } from '#api/lib/env.ts';
import { residentMegabytes, type RunningServer, startServer, waitUntilReady } from '#tests/support/server.ts';
import { secret } from '#tests/support/api.ts';
import type { Customer } from './customers.ts';

/** One or more instances on one database, and the URL that clients use. */
export interface Target {
  name: string;
  engine: Database['engine'];
  origin(): string;
  customers: Customer[];
  /** Create tickets, in turn. */
  writers: Customer[];
  instances: Instances;
  operated: DatabaseSettings;
}

export interface Instances {
  urls(): string[];
  all(): RunningServer[];
  /** Kills one with SIGKILL and starts another. */
  killOne(): Promise<void>;
  /** Stops all with SIGTERM; resolves with their exit codes. */
  stop(): Promise<(number | null)[]>;
}

/** Restarts instances that exit, as a supervisor does; `onEnd` gets each instance that exited by itself. */
export async function startInstances(
  count: number,
  settings: Record<string, string>,
  onEnd: (instance: RunningServer) => void,
): Promise<Instances> {
  let running: RunningServer[] = [];
  const expected = new Set<RunningServer>();
  const start = async () => {
    // The default rate limits, which startServer disables.
    const limits = { TICKET_LIMIT: '', READ_LIMIT: '' };
    const instance = await startServer({ AUTH_SECRET: secret, LOG_LEVEL: 'fatal', ...limits, ...settings });
    running = [...running, instance];
    void instance.exitCode.then(() => replace(instance));
  };
  const replace = async (instance: RunningServer): Promise<void> => {
    running = running.filter((one) => one !== instance);
    if (expected.has(instance)) return;
    onEnd(instance);
    await wait(300);
    await start();
  };
  await Promise.all(Array.from({ length: count }, start));
  await Promise.all(running.map((instance) => waitUntilReady(instance)));
  return {
    urls: () => running.map(({ url }) => url),
    all: () => running,
    killOne: async () => {
      const victim = running[Math.floor(Math.random() * running.length)];
      if (victim === undefined) return;
      expected.add(victim);
      victim.signal('SIGKILL');
      await victim.exitCode;
      await start();
    },
    stop: async () => {
      const last = running;
      for (const instance of last) expected.add(instance);
      return Promise.all(last.map((instance) => instance.stop()));
    },
  };
}

// The embedded engine opens the file of a table or index at its first use and keeps it open.
const isTable = (handle: string) => {
  try {
    return readlinkSync(handle).includes('/postgres/');
  } catch {
    return true;
  }
};

export interface ResourceUsage {
  megabytes: number;
  /** Open file descriptors. */
  handles: number;
}

/** Nothing if the system has no /proc. */
export function readUsage(pid: number | undefined): ResourceUsage | undefined {
  try {
    const handles = readdirSync(`/proc/${pid}/fd`).filter((name) => !isTable(`/proc/${pid}/fd/${name}`)).length;
    return { megabytes: residentMegabytes(pid ?? 0), handles };
  } catch {
    return undefined;
  }
}
