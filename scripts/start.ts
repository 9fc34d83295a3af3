/** `npm start`: builds what is not built, then becomes the server. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readSettings } from '#api/lib/env.ts';
import { OperatorError } from '#api/lib/errors.ts';
import { buildSettingsOf } from './build/build-settings.ts';
import { isBuiltFrom, sourceStamp } from './build/build-stamp.ts';
import { stopWithNpm } from './lib/processes.ts';

const root = join(import.meta.dirname, '..');

async function buildWhatIsStale(): Promise<void> {
  // Before the build, so that a wrong setting is reported at once.
  if (isBuiltFrom(root, sourceStamp(root, buildSettingsOf(readSettings())))) return;
  console.log('Building the site, which happens only after a change...');
  await runBuild();
}

async function runBuild(): Promise<void> {
  const npm = process.env.npm_execpath;
  const [command, first] = npm === undefined ? ['npm', []] : [process.execPath, [npm]];
  const child = spawn(command, [...first, 'run', '--silent', 'build'], { cwd: root, stdio: 'inherit' });
  const passOn = (signal: NodeJS.Signals) => child.kill(signal);
  process.on('SIGTERM', passOn).on('SIGINT', passOn);
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
  process.off('SIGTERM', passOn).off('SIGINT', passOn);
  if (signal !== null) process.exit(1);
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
