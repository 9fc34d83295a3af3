/** `npm start`: builds what is not built, then becomes the server. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readSettings } from '#api/lib/env.ts';
import { OperatorError } from '#api/lib/errors.ts';
import { isBuiltFrom, sourceStamp } from './build/build-stamp.ts';
import { endWithParent, stopGroup, stopWithNpm } from './lib/processes.ts';

const root = join(import.meta.dirname, '..');

async function buildWhatIsStale(): Promise<void> {
  // Before the build, so that a wrong setting is reported at once.
  if (isBuiltFrom(root, sourceStamp(root, readSettings()))) return;
  console.log('Building the site, which happens only after a change...');
  await runBuild();
}

async function runBuild(): Promise<void> {
  const npm = process.env.npm_execpath;
  const [command, first] = npm === undefined ? ['npm', []] : [process.execPath, [npm]];
  // In a process group of its own: a signal ends all that the build has started.
  const detached = process.platform !== 'win32';
  const build = spawn(command, [...first, 'run', '--silent', 'build'], { cwd: root, stdio: 'inherit', detached });
  let stopped: { by: NodeJS.Signals; whole: Promise<void> } | undefined;
  const stop = (by: NodeJS.Signals) => {
    stopped ??= { by, whole: stopGroup(build) };
  };
  const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, stop);
  const [code] = (await once(endWithParent(build), 'close')) as [number | null];
  for (const signal of signals) process.off(signal, stop);
  if (stopped !== undefined) {
    await stopped.whole;
    process.exit(128 + constants.signals[stopped.by]);
  }
  if (code !== 0) throw new OperatorError('The build failed, so there is nothing to serve: see the output above.');
}

stopWithNpm();
try {
  await buildWhatIsStale();
} catch (error) {
  if (!(error instanceof OperatorError)) throw error;
  console.error(error.message);
  process.exit(1);
}
// In this very process: signals reach the server without a middleman.
await import(pathToFileURL(join(root, 'build/api/main.js')).href);
