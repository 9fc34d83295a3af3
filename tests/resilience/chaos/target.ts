import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from '#api/db/connect.ts';
import type { DatabaseSettings } from '#api/lib/env.ts';
import { isReady, type RunningServer, startServer } from '#tests/support/server.ts';
import { secret } from '#tests/support/api.ts';
import type { Customer } from './customers.ts';

/** What is besieged: one or more copies of the server on one database, and where they are found. */
export interface Target {
  name: string;
  engine: Database['engine'];
  origin(): string;
  customers: Customer[];
  /** Who write tickets, in turn. */
  writers: Customer[];
  copies: Copies;
  operated: DatabaseSettings;
}

export interface Copies {
  urls(): string[];
  all(): RunningServer[];
  /** kill -9 of one of them, and another in its place. */
  killOne(): Promise<void>;
  /** Stops them all as an operator would; with what each ended. */
  stop(): Promise<(number | null)[]>;
}

/** As a supervisor does: what ends is started again. `onEnd` is told of each copy that ended by itself. */
export async function startCopies(
  count: number,
  settings: Record<string, string>,
  onEnd: (copy: RunningServer) => void,
): Promise<Copies> {
  let running: RunningServer[] = [];
  const expected = new Set<RunningServer>();
  const start = async () => {
    // Limited as every server is.
    const limits = { TICKET_LIMIT: '', READ_LIMIT: '' };
    const copy = await startServer({ AUTH_SECRET: secret, LOG_LEVEL: 'fatal', ...limits, ...settings });
    running = [...running, copy];
    void copy.exitCode.then(() => replace(copy));
  };
  const replace = async (copy: RunningServer): Promise<void> => {
    running = running.filter((one) => one !== copy);
    if (expected.has(copy)) return;
    onEnd(copy);
    await wait(300);
    await start();
  };
  await Promise.all(Array.from({ length: count }, start));
  await Promise.all(running.map((copy) => isReady(copy)));
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
      for (const copy of last) {
        expected.add(copy);
        copy.signal('SIGTERM');
      }
      return Promise.all(last.map(({ exitCode }) => exitCode));
    },
  };
}

// The embedded engine opens the file of a table or an index when it is first asked for, and keeps it.
const isTable = (handle: string) => {
  try {
    return readlinkSync(handle).includes('/postgres/');
  } catch {
    return true;
  }
};

export interface Held {
  megabytes: number;
  handles: number;
}

/** What a process holds on to; nothing where the system does not tell. */
export function heldBy(pid: number | undefined): Held | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const megabytes = Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
    return {
      megabytes,
      handles: readdirSync(`/proc/${pid}/fd`).filter((name) => !isTable(`/proc/${pid}/fd/${name}`)).length,
    };
  } catch {
    return undefined;
  }
}
