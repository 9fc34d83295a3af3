import { type ChildProcess, spawn } from 'node:child_process';
import { delimiter, resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { endWithParent } from './end-with-parent.ts';

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
  return child;
}

export function runCommand(command: string, args: string[], options: Running = {}): Promise<Finished> {
  const { promise, resolve: finish } = Promise.withResolvers<Finished>();
  const child = startCommand(command, args, options);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
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

export function stopCommands(signal: NodeJS.Signals): void {
  for (const child of running) stopCommand(child, signal);
}
