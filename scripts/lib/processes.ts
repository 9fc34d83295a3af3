import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createServer, type Socket } from 'node:net';
import { delimiter, join, resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';

// Reads `add PID` and `remove PID`; when the pipe closes, ends what is left, each with its process group where it leads one.
const watchdogScript = `
pids=
while read -r action pid; do
  left=
  for other in $pids; do [ "$other" = "$pid" ] || left="$left $other"; done
  pids=$left
  [ "$action" = add ] && pids="$pids $pid"
done
[ -n "$pids" ] || exit 0
for signal in TERM KILL; do
  for pid in $pids; do kill -s $signal -- "-$pid" || kill -s $signal "$pid"; done
  [ $signal = KILL ] || sleep 3
done
`;

let watchdog: ChildProcess | undefined;

function tell(line: string): void {
  if (watchdog === undefined) {
    // In a session of its own, so that neither the terminal nor the end of our process group ends it before its work is done.
    watchdog = spawn('/bin/sh', ['-c', watchdogScript], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
    watchdog.on('error', () => undefined).unref();
    const stdin = watchdog.stdin as Socket;
    stdin.on('error', () => undefined).unref();
  }
  watchdog.stdin?.write(`${line}\n`);
}

/** The process with this id ends when ours does, even by SIGKILL, which no handler sees. Not on Windows. */
export function endPidWithParent(pid: number): void {
  if (process.platform !== 'win32') tell(`add ${pid}`);
}

/** For every long-running child of a test, a bench or a fault: nothing outlives the run that started it. */
export function endWithParent<Child extends ChildProcess>(child: Child): Child {
  const { pid } = child;
  if (pid === undefined) return child;
  endPidWithParent(pid);
  child.once('exit', () => {
    if (process.platform !== 'win32') tell(`remove ${pid}`);
  });
  return child;
}

export interface Finished {
  ok: boolean;
  output: string;
}

interface Running {
  environment?: Record<string, string>;
  cwd?: string;
  user?: { uid: number; gid: number };
}

const running = new Set<ChildProcess>();
const bin = resolve('node_modules/.bin');

type Listener = (child: ChildProcess) => void;

const listeners: Listener[] = [];

/** Calls this with each command that is started from now on. */
export function onCommand(listener: Listener): void {
  listeners.push(listener);
}

export function startCommand(command: string, args: string[], { environment, cwd, user }: Running = {}): ChildProcess {
  const child = spawn(command, args, {
    ...user,
    cwd,
    // A process group of its own: stopping it also stops the browsers and workers that it started.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...environment, PATH: `${bin}${delimiter}${process.env.PATH}` },
  });
  endWithParent(child);
  running.add(child);
  child.once('close', () => running.delete(child));
  for (const listener of listeners) listener(child);
  return child;
}

interface Watched extends Running {
  /** Called with each piece of the output. */
  onOutput?: (text: string) => void;
}

export function runCommand(command: string, args: string[], { onOutput, ...options }: Watched = {}): Promise<Finished> {
  const { promise, resolve: finish } = Promise.withResolvers<Finished>();
  const child = startCommand(command, args, options);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      onOutput?.(text);
    });
  }
  child.once('error', (error) => finish({ ok: false, output: `${command}: ${error.message}` }));
  child.once('close', (code) => finish({ ok: code === 0, output: stripVTControlCharacters(output) }));
  return promise;
}

export function stopCommand(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  process.kill(-child.pid, signal);
}

const groupExists = (pid: number) => {
  try {
    return process.kill(-pid, 0);
  } catch {
    return false;
  }
};

/** Ends a process that leads a group, and all others of that group; resolves when they have ended. */
export async function stopGroup({ pid }: ChildProcess): Promise<void> {
  if (pid === undefined) return;
  if (process.platform === 'win32') {
    spawnSync('taskkill', ['/pid', String(pid), '/t', '/f']);
    return;
  }
  for (const signal of ['SIGTERM', 'SIGKILL'] as const)
    // A zombie that nobody reaps counts as a member: there is an end to waiting.
    for (let left = 50; left > 0 && groupExists(pid); left -= 1) {
      if (left === 50) process.kill(-pid, signal);
      await wait(100);
    }
}

/** On Linux: the parent of another process, or nothing once that has ended. */
function parentOf(pid: number): number | undefined {
  try {
    // Behind the name, in parentheses, which may itself hold any character.
    const [, parent] = /\) \S (\d+) [^)]*$/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    return Number(parent);
  } catch {
    return undefined;
  }
}

function isShell(pid: number): boolean {
  try {
    return /^(?:ba|da|a|z|k)?sh$/.test(readFileSync(`/proc/${pid}/comm`, 'utf8').trim());
  } catch {
    return false;
  }
}

/**
 * npm forwards SIGTERM to the shell between npm and us, which exits without forwarding it. When npm is
 * killed with SIGKILL, the shell lives on, so its parent is watched as well.
 */
export function stopWithNpm(): void {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const grandparent = isShell(parent) ? parentOf(parent) : undefined;
  const isOrphan = () => process.ppid !== parent || (grandparent !== undefined && parentOf(parent) !== grandparent);
  const watch = setInterval(() => {
    if (!isOrphan()) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 250).unref();
}

type Task = () => Promise<void>;

const tasks: Task[] = [];

/** Registered as soon as there is something to remove, so that a failure or a signal in between leaves nothing. */
export function whenDone(task: Task): void {
  tasks.unshift(task);
}

export async function cleanUp(): Promise<void> {
  for (const task of tasks.splice(0)) await task();
}

export function cleanUpOnSignals(): void {
  for (const [signal, code] of [
    ['SIGHUP', 129],
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const) {
    process.once(signal, () => {
      for (const child of running) stopCommand(child, 'SIGTERM');
      void cleanUp().finally(() => process.exit(code));
    });
  }
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (address === null || typeof address === 'string') throw new Error('The system gave no port.');
  return address.port;
}

// A process of another container looks as if it had ended, but no test run takes so long.
const longestRun = 60 * 60 * 1000;

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** A full-disk test that was killed leaves its file system mounted. What cannot be removed must not stop the new run. */
function removeLeftover(folder: string): void {
  const mounts = existsSync('/proc/self/mounts') ? readFileSync('/proc/self/mounts', 'utf8') : '';
  for (const line of mounts.split('\n')) {
    const path = line.split(' ')[1] ?? '';
    if (path.startsWith(`${folder}/`)) spawnSync('umount', [path]);
  }
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // Busy, or somebody else's.
  }
}

/** A new folder, named after this process. Those of the same name whose process was killed before it could remove them go first. */
export function makeTemporaryFolder(name: string, root = tmpdir()): string {
  mkdirSync(root, { recursive: true });
  for (const entry of readdirSync(root)) {
    const [prefix, pid] = [entry.slice(0, name.length + 1), /^(\d+)-/.exec(entry.slice(name.length + 1))?.[1]];
    if (prefix !== `${name}-` || pid === undefined || isRunning(Number(pid))) continue;
    const folder = join(root, entry);
    const changed = statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (Date.now() - changed > longestRun) removeLeftover(folder);
  }
  return mkdtempSync(join(root, `${name}-${process.pid}-`));
}
