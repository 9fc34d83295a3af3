/**
 * `npm run transcript`: from two empty Debian roots, booted by their own systemd, to a customer who reads an invoice over https, an
 * upgrade under load and a restore on the second root. `npm run release` first; as root on Debian, with mmdebstrap, systemd-container
 * and pebble. Prints what docs/transcript.md has; `--without-load` leaves out the measurements, and `--debian=trixie` takes
 * Debian 13, whatever this machine has.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import {
  cleanUp,
  cleanUpOnSignals,
  endWithParent,
  makeTemporaryFolder,
  runCommand,
  whenDone,
} from '../../../scripts/lib/processes.ts';
import { canInstall } from '../../../scripts/lib/system-packages.ts';
import { makeRoot } from './machine.ts';

const debian =
  process.argv.find((argument) => argument.startsWith('--debian='))?.slice('--debian='.length) ?? 'bookworm';
const given = process.env['TRANSCRIPT_FOLDER'];
const debFile = existsSync('release') ? readdirSync('release').find((name) => name.endsWith('.deb')) : undefined;

async function whatIsMissing(): Promise<string | undefined> {
  if (!canInstall) return 'This needs root on Debian.';
  if (debFile === undefined) return 'There is no package: run npm run release first.';
  for (const program of ['mmdebstrap', 'systemd-nspawn', 'pebble', 'nsenter', 'unshare'])
    if (!(await runCommand('which', [program])).ok)
      return `${program} is missing: apt-get install mmdebstrap systemd-container pebble`;
  return undefined;
}

cleanUpOnSignals();
if (given === undefined) {
  const missing = await whatIsMissing();
  if (missing !== undefined) {
    console.error(missing);
    process.exit(1);
  }
  const folder = makeTemporaryFolder('transcript', '/var/tmp');
  whenDone(async () => rmSync(folder, { recursive: true, force: true }));
  try {
    console.error('Two empty roots');
    makeRoot(join(folder, 'one'), debian);
    await runCommand('cp', ['-a', join(folder, 'one'), join(folder, 'two')]);
    writeFileSync(join(folder, 'hosts'), '127.0.0.1 localhost www.example.com\n::1 localhost www.example.com\n');
    // A network of its own: ports 80 and 443, a name, and no way out.
    const start = 'ip link set lo up && mount --bind "$1" /etc/hosts && shift && exec "$@"';
    const own = [process.execPath, ...process.execArgv, import.meta.filename, ...process.argv.slice(2)];
    const child = spawn('unshare', ['--net', '--mount', 'sh', '-c', start, 'sh', join(folder, 'hosts'), ...own], {
      stdio: 'inherit',
      env: { ...process.env, TRANSCRIPT_FOLDER: folder, TRANSCRIPT_PACKAGE: resolve('release', debFile ?? '') },
    });
    const [code] = (await once(endWithParent(child), 'exit')) as [number | null];
    process.exitCode = code ?? 1;
  } finally {
    await cleanUp();
  }
} else {
  const { tellStory } = await import('./story.ts');
  try {
    await tellStory(given, process.env['TRANSCRIPT_PACKAGE'] ?? '');
  } finally {
    await cleanUp();
  }
}
process.exit();
