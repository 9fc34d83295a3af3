import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { endWithParent } from '../../scripts/ci/end-with-parent.ts';
import { makeTemporaryFolder } from '../../scripts/ci/temporary-folder.ts';

const project = join(import.meta.dirname, '../..');
let bundle = '';

/** For before all tests: the bundle is what operators run, and starts six times faster than its sources. */
export function bundleMain(): void {
  bundle = makeTemporaryFolder('main', join(project, 'node_modules/.cache'));
  execFileSync(process.execPath, ['scripts/build-api.ts', bundle], { cwd: project, stdio: 'inherit' });
}

export const removeBundle = (): void => rmSync(bundle, { recursive: true });

/** A PostgreSQL that is not there: the server runs, its pages answer, its API waits. */
export const withoutDatabase = {
  DATABASE_URL: 'postgresql://127.0.0.1:1/none',
  AUTH_SECRET: 'a-secret-of-at-least-thirty-two-characters',
};

export interface MainProcess {
  pid: number | undefined;
  output(): string;
  errors(): string;
  /** Resolves when the process has said this on stdout. */
  said(text: string | RegExp): Promise<void>;
  port(): Promise<number>;
  signal(name: NodeJS.Signals): void;
  exitCode: Promise<number | null>;
}

const running = new Set<ChildProcess>();

/** For after each test: one that failed must leave no server behind. */
export function killWhatStillRuns(): void {
  for (const child of running) child.kill('SIGKILL');
}

/** The real server as a process of its own, on a free port. */
export function startMain(settings: Record<string, string>, ...flags: string[]): MainProcess {
  const env = { PORT: '0', LOG_LEVEL: 'info', ...settings };
  const child = spawn(process.execPath, [join(bundle, 'main.js'), ...flags], {
    env,
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
  const said = async (text: string | RegExp) => {
    while (!(typeof text === 'string' ? output.includes(text) : text.test(output))) {
      if (child.exitCode !== null) throw new Error(`It ended without saying ${text}:\n${output}${errors}`);
      await Promise.race([once(child.stdout, 'data'), exitCode]);
    }
  };
  return {
    pid: child.pid,
    output: () => output,
    errors: () => errors,
    said,
    async port() {
      await said(/^Site: \S+:\d+\//m);
      return Number(/^Site: \S+:(\d+)\//m.exec(output)?.[1]);
    },
    signal: (name) => child.kill(name),
    exitCode,
  };
}

/** A connection, and what has come back over it so far. */
export function openConnection(port: number, allowHalfOpen = false): { socket: Socket; received: () => string } {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen });
  let received = '';
  socket.setEncoding('latin1').on('data', (text: string) => (received += text));
  return { socket, received: () => received };
}
