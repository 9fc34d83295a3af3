import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { endWithParent, makeTemporaryFolder } from '../../scripts/lib/processes.ts';
import { sourceStamp } from '../../scripts/build/build-stamp.ts';
import { findShared, makeDraft, share, sharedPath } from './shared-files.ts';
import { writeFixtureSite } from './site.ts';

const project = join(import.meta.dirname, '../..');
const builtServer = join(project, 'build/api/main.js');
let bundle = '';

/**
 * For beforeAll: operators run the bundle, and it starts six times faster than its sources. Test files share one, which the
 * first of them makes when the sources have changed.
 */
export function bundleServer(): void {
  const name = `server-${sourceStamp(project)}`;
  bundle = findShared(name) ?? share(bundleSources(), name);
}

function bundleSources(): string {
  const draft = makeDraft();
  execFileSync(process.execPath, ['scripts/build/build-api.ts', draft], { cwd: project, stdio: 'inherit' });
  return draft;
}

const running = new Set<ChildProcess>();

/** For afterEach: a failed test must leave no server behind. */
export function killServers(): void {
  for (const child of running) child.kill('SIGKILL');
}

/** The server runs and serves pages, while its API waits for the database. */
export const unreachableDatabase = {
  DATABASE_URL: 'postgresql://127.0.0.1:1/none',
  AUTH_SECRET: 'a-secret-of-at-least-thirty-two-characters',
};

export interface ServerProcess {
  pid: number;
  output(): string;
  errors(): string;
  /** Resolves when the process has printed this on stdout. */
  printed(text: string | RegExp): Promise<void>;
  port(): Promise<number>;
  signal(name: NodeJS.Signals): void;
  exitCode: Promise<number | null>;
  /** Sends SIGTERM and resolves with the exit code. */
  stop(): Promise<number | null>;
}

/** What V8 compiled for the bundle before: with it, a start takes a fifth less CPU time. */
export const compiled = { NODE_COMPILE_CACHE: sharedPath('compiled') };

/** A file of the bundle. */
export const bundledFile = (name: string) => join(bundle, name);

/** The bundled server as a process, on a free port. */
export const spawnServer = (env: Record<string, string>, ...args: string[]): ServerProcess =>
  spawnMain(join(bundle, 'main.js'), env, args);

function spawnMain(main: string, env: NodeJS.ProcessEnv, args: string[]): ServerProcess {
  const child = spawn(process.execPath, [main, ...args], {
    env: { PORT: '0', LOG_LEVEL: 'info', ...compiled, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  endWithParent(child);
  running.add(child);
  child.once('close', () => running.delete(child));
  let output = '';
  let errors = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
  const exitCode = once(child, 'close').then(([code]) => code as number | null);
  const printed = async (text: string | RegExp) => {
    while (!(typeof text === 'string' ? output.includes(text) : text.test(output))) {
      if (child.exitCode !== null || child.signalCode !== null)
        throw new Error(`The server exited before it printed ${text}:\n${output}${errors}`);
      await Promise.race([once(child.stdout, 'data'), exitCode]);
    }
  };
  return {
    pid: child.pid ?? 0,
    output: () => output,
    errors: () => errors,
    printed,
    async port() {
      await printed(/^Site: \S+:\d+\//m);
      return Number(/^Site: \S+:(\d+)\//m.exec(output)?.[1]);
    },
    signal: (name) => child.kill(name),
    exitCode,
    stop: () => {
      child.kill('SIGTERM');
      return exitCode;
    },
  };
}

export const password = 'a password for faults';
const site = writeFixtureSite();

export interface RunningServer extends ServerProcess {
  url: string;
  fetch(path: string, init?: RequestInit): Promise<Response>;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>;
  /** Returns the cookies of the session. */
  signIn(email: string, password: string): Promise<string>;
}

/** The bundled server with a small fixture site, listening; its database may not be open yet. */
export function startServer(env: Record<string, string>): Promise<RunningServer> {
  const defaults = {
    AUTH_SECRET: unreachableDatabase.AUTH_SECRET,
    DEMO_PASSWORD: password,
    LOG_LEVEL: 'warn',
    // Tests write and read as fast as they can.
    TICKET_LIMIT: '0',
    READ_LIMIT: '0',
  };
  return withClient(spawnServer({ ...defaults, ...env }, '--site', site));
}

export async function startReadyServer(env: Record<string, string>): Promise<RunningServer> {
  const server = await startServer(env);
  await waitUntilReady(server);
  return server;
}

/** The production build (`npm run build`) with its own site, ready; without DATA_DIR on an empty database. */
export async function startBuiltServer(env: Record<string, string> = {}): Promise<RunningServer> {
  const folder = makeTemporaryFolder('built-server');
  const settings = { ...process.env, HOST: '127.0.0.1', LOG_LEVEL: 'error', DATA_DIR: folder, ...env };
  const server = await withClient(spawnMain(builtServer, settings, []));
  void server.exitCode.then(() => rmSync(folder, { recursive: true, force: true }));
  await waitUntilReady(server);
  return server;
}

async function withClient(server: ServerProcess): Promise<RunningServer> {
  const url = `http://127.0.0.1:${await server.port()}`;
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    fetch(`${url}${path}`, {
      method: 'POST',
      headers: { Origin: url, 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  return {
    ...server,
    url,
    fetch: (path, init) => fetch(`${url}${path}`, init),
    post,
    signIn: async (email, given) => {
      const response = await post('/api/auth/sign-in/password', { email, password: given });
      if (response.status !== 200)
        throw new Error(`${email} could not sign in: ${response.status} ${await response.text()}`);
      return response.headers
        .getSetCookie()
        .map((cookie) => cookie.split(';')[0])
        .join('; ');
    },
  };
}

export async function waitUntilReady(server: RunningServer): Promise<void> {
  await waitUntil(async () => (await server.fetch('/readyz')).status === 200, server);
}

/** Fails if the server exits meanwhile. */
export async function waitUntil(condition: () => Promise<boolean>, server: ServerProcess): Promise<void> {
  let hasExited = false;
  void server.exitCode.then(() => (hasExited = true));
  while (!(await condition())) {
    if (hasExited) throw new Error(`The server exited:\n${server.output()}${server.errors()}`);
    await wait(50);
  }
}

/** Resident memory of a process, from Linux's /proc. */
export function residentMegabytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
}
