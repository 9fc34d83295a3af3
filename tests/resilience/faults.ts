/**
 * Every fault that the tests inject. The tests beside this file inject one at a time and check its effect; the chaos run
 * (chaos/) injects all of them at random under load.
 */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { type ReceivedMail, startMailServer } from '#tests/support/mail-server.ts';

type Recover = () => unknown;
const nothingToRecover: Recover = () => undefined;

export interface Fault {
  name: string;
  /** Resolves with how to end the fault, or with nothing if it cannot be injected now. */
  inject(): Promise<Recover | undefined>;
}

/** Injects the fault while the work runs. */
export async function withFault<T>(fault: Fault, work: () => Promise<T>): Promise<T> {
  const recover = await fault.inject();
  try {
    return await work();
  } finally {
    await recover?.();
  }
}

/** SIGKILL, as the kernel does when memory runs out. */
export const kill = (killServer: () => Promise<unknown>): Fault => ({
  name: 'server killed',
  inject: async () => {
    await killServer();
    return nothingToRecover;
  },
});

export const databaseRestart = (restart: () => Promise<void>): Fault => ({
  name: 'database restarted',
  inject: async () => {
    await restart();
    return nothingToRecover;
  },
});

/** Connections break and new ones are refused. */
export const databaseOutage = (proxy: DatabaseProxy): Fault => ({
  name: 'database unreachable',
  inject: async () => {
    await proxy.cut();
    return proxy.reconnect;
  },
});

/** Connections stay open and nothing is answered; with a pattern, from the first message that matches it. */
export const silentDatabase = (proxy: DatabaseProxy, from?: RegExp): Fault => ({
  name: 'database silent',
  inject: async () => {
    proxy.silence(from);
    return proxy.resume;
  },
});

/** Stops the backends of a database, as a hung machine does; not possible if PostgreSQL runs on another machine. */
export const stoppedBackends = (databaseUrl: string): Fault => ({
  name: 'database backends stopped',
  inject: async () => {
    // PostgreSQL may be restarting.
    const pids = await findBackends(databaseUrl).catch(() => []);
    if (pids.length === 0) return undefined;
    pids.forEach((pid) => sendSignal(pid, 'SIGSTOP'));
    return () => pids.forEach((pid) => sendSignal(pid, 'SIGCONT'));
  },
});

/** Fills the disk and leaves some bytes. */
export const fullDisk = (disk: SmallDisk, freeBytes = 0): Fault => ({
  name: 'disk full',
  inject: async () => {
    disk.fill(freeBytes);
    return disk.makeRoom;
  },
});

export const mailOutage = (mail: InterruptibleMailServer): Fault => ({
  name: 'mail server unreachable',
  inject: async () => {
    await mail.stop();
    return mail.start;
  },
});

export interface DatabaseProxy {
  /** The same database through the proxy. */
  url: string;
  /** The URL of another role through the proxy. */
  through(databaseUrl: string): string;
  cut: () => Promise<void>;
  reconnect: () => Promise<void>;
  silence(from?: RegExp): void;
  /** Forwards the data that was held back, and all that follows. */
  resume: () => void;
}

/** A TCP proxy in front of PostgreSQL. */
export async function startDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const target = new URL(databaseUrl);
  const open = new Set<Socket>();
  let server: Server | undefined;
  let port = 0;
  let isSilent = false;
  let silentFrom: RegExp | undefined;
  let held: (() => void)[] = [];

  const forward = (step: () => void) => {
    if (isSilent) held.push(step);
    else step();
  };
  const link = (from: Socket, to: Socket) => {
    open.add(from);
    from.on('error', () => undefined).once('close', () => open.delete(from));
    from.on('close', () => forward(() => to.destroy()));
  };
  const reconnect = async () => {
    server = createServer((client) => {
      const database = connect(Number(target.port || 5432), target.hostname);
      link(client, database);
      link(database, client);
      client.on('data', (bytes) => {
        if (silentFrom?.test(bytes.toString('latin1')) === true) isSilent = true;
        forward(() => database.write(bytes));
      });
      database.on('data', (bytes) => forward(() => client.write(bytes)));
    });
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    ({ port } = server.address() as AddressInfo);
  };
  const resume = () => {
    isSilent = false;
    silentFrom = undefined;
    const steps = held;
    held = [];
    for (const step of steps) step();
  };
  await reconnect();
  const through = (url: string) => Object.assign(new URL(url), { host: `127.0.0.1:${port}` }).href;
  return {
    url: through(databaseUrl),
    through,
    reconnect,
    silence: (from) => {
      silentFrom = from;
      isSilent = from === undefined;
    },
    resume,
    cut: async () => {
      resume();
      const closed = server === undefined ? undefined : once(server, 'close');
      server?.close();
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
}

async function findBackends(databaseUrl: string): Promise<number[]> {
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

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended.
  }
}

export interface SmallDisk {
  folder: string;
  fill(freeBytes?: number): void;
  makeRoom: () => void;
  setReadOnly(): void;
  setWritable(): void;
  remove(): void;
}

/** A file system small enough to fill; nothing if this user cannot mount one. */
export function mountSmallDisk(megabytes: number): SmallDisk | undefined {
  if (process.getuid?.() !== 0 || process.platform !== 'linux') return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'disk-'));
  const mount = (...args: string[]) => execFileSync('mount', [...args, folder], { stdio: 'ignore' });
  try {
    mount('-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs');
  } catch {
    rmSync(folder, { recursive: true });
    return undefined;
  }
  const filler = join(folder, 'filler');
  const remove = () => {
    process.off('exit', remove);
    execFileSync('umount', ['--lazy', folder]);
    rmSync(folder, { recursive: true, force: true });
  };
  // However the run ends, nothing stays mounted.
  process.on('exit', remove);
  return {
    folder,
    fill: (freeBytes = 0) => {
      for (const size of [1024 * 1024, 4096]) {
        try {
          for (;;) writeFileSync(filler, Buffer.alloc(size), { flag: 'a' });
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
        }
      }
      if (freeBytes > 0) truncateSync(filler, statSync(filler).size - freeBytes);
    },
    makeRoom: () => rmSync(filler, { force: true }),
    setReadOnly: () => mount('-o', 'remount,ro'),
    setWritable: () => mount('-o', 'remount,rw'),
    remove,
  };
}

export interface InterruptibleMailServer {
  url: string;
  /** Over all interruptions. */
  received(): ReceivedMail[];
  stop: () => Promise<void>;
  start: () => Promise<void>;
}

export async function startInterruptibleMailServer(): Promise<InterruptibleMailServer> {
  const before: ReceivedMail[] = [];
  let server = await startMailServer();
  const { port, url } = server;
  let isUp = true;
  return {
    url,
    received: () => [...before, ...server.received],
    stop: async () => {
      if (!isUp) return;
      isUp = false;
      await server.close();
    },
    start: async () => {
      if (isUp) return;
      // Only now: it may receive a last mail while it closes.
      before.push(...server.received);
      server = await startMailServer({ port });
      isUp = true;
    },
  };
}
