import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { tmpdir } from 'node:os';
import pg from 'pg';
import { expect, test } from 'vitest';
import { endWithParent, makeTemporaryFolder } from './processes.ts';
import { findPostgres } from './postgres.ts';

// A run that starts a child, a process group or PostgreSQL, prints its pid or URL, and waits to be killed.
const lib = (file: string) => JSON.stringify(new URL(file, import.meta.url));
const runner = `
  import { spawn } from 'node:child_process';
  import { startPostgres } from ${lib('postgres.ts')};
  import { endWithParent, startCommand, stopWithNpm } from ${lib('processes.ts')};
  const waiting = 'setInterval(() => {}, 1000)';
  const starters = {
    child: () => endWithParent(spawn(process.execPath, ['-e', waiting])).pid,
    // The group's leader, and a child of its own that does not know of us.
    group: () => startCommand('/bin/sh', ['-c', '"' + process.execPath + '" -e "' + waiting + '"; true']).pid,
    postgres: async () => (await startPostgres()).url,
  };
  stopWithNpm();
  console.log(await starters[process.argv[1]]());
  setInterval(() => {}, 1000);
`;
const runnerArguments = (what: string) => ['--input-type=module', '-e', runner, what];

async function firstLine(child: ReturnType<typeof spawn>): Promise<string> {
  if (child.stdout === null) throw new Error('Its output is not piped.');
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  return line;
}

async function startRunner(what: string, environment = {}): Promise<{ said: string; kill: () => void }> {
  const env = { ...process.env, ...environment };
  const child = endWithParent(
    spawn(process.execPath, runnerArguments(what), { env, stdio: ['ignore', 'pipe', 'inherit'] }),
  );
  return { said: await firstLine(child), kill: () => child.kill('SIGKILL') };
}

/** The running processes of a group, without zombies. */
function runningIn(group: number): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => {
      try {
        const [state, , itsGroup] = (pid > 0 ? readFileSync(`/proc/${pid}/stat`, 'utf8') : '')
          .replace(/^.*\) /s, '')
          .split(' ');
        return state !== 'Z' && (pid === group || Number(itsGroup) === group);
      } catch {
        return false;
      }
    });
}

// The deadline of these tests is the test's own, which is generous.
const isLinux = process.platform === 'linux';

test.runIf(isLinux).each([
  ['child', 1],
  ['group', 2],
])('a %s ends with the run that started it, when that is killed', async (what, processes) => {
  const { said, kill } = await startRunner(what);
  while (runningIn(Number(said)).length < processes) await wait(20);
  kill();
  await expect.poll(() => runningIn(Number(said))).toEqual([]);
});

test.runIf(isLinux && findPostgres() !== undefined)(
  'a PostgreSQL of its own ends with the run that started it, when that is killed',
  async () => {
    // Not in the folder of this test run, which PostgreSQL's own user may not enter.
    const { said: connectionString, kill } = await startRunner('postgres', { TMPDIR: '/tmp' });
    const client = new pg.Client({ connectionString });
    client.on('error', () => undefined);
    await client.connect();
    const { rows } = await client.query<{ data_directory: string }>('SHOW data_directory');
    const data = rows[0]?.data_directory ?? '';
    const postmaster = Number.parseInt(readFileSync(join(data, 'postmaster.pid'), 'utf8'), 10);
    kill();
    await expect.poll(() => runningIn(postmaster)).toEqual([]);
    await client.end().catch(() => undefined);
    rmSync(dirname(data), { recursive: true });
  },
);

test.runIf(isLinux)('a run ends with the npm that started it, also where a shell between them lives on', async () => {
  const shell = ['-c', '"$0" "$@"; exit $?', process.execPath, ...runnerArguments('child')];
  const asNpm = `require('node:child_process').spawn('/bin/sh', ${JSON.stringify(shell)}, { stdio: 'inherit' })`;
  const npm = endWithParent(
    spawn(process.execPath, ['-e', asNpm], {
      env: { ...process.env, npm_lifecycle_event: 'test' },
      stdio: ['ignore', 'pipe', 'ignore'],
    }),
  );
  const said = await firstLine(npm);
  expect(runningIn(Number(said)).length).toBe(1);
  npm.kill('SIGKILL');
  await expect.poll(() => runningIn(Number(said))).toEqual([]);
});

test('folders of processes that have ended are removed after a while, and no others', () => {
  const root = mkdtempSync(join(tmpdir(), 'folders-'));
  const ended = spawnSync('true').pid;
  const old = new Date(Date.now() - 2 * 60 * 60 * 1000);
  const kept = [`run-${ended}-young`, `run-${process.pid}-old`, `other-${ended}-old`, 'run-notes'];
  for (const name of [`run-${ended}-old`, ...kept]) {
    mkdirSync(join(root, name, 'data'), { recursive: true });
    if (!name.endsWith('young')) utimesSync(join(root, name), old, old);
  }
  // As a killed full-disk test leaves it. Where we may not mount, the folder is an ordinary one.
  spawnSync('mount', ['-t', 'tmpfs', 'tmpfs', join(root, `run-${ended}-old`, 'data')]);
  const made = makeTemporaryFolder('run', root);
  expect(existsSync(made)).toBe(true);
  expect(readdirSync(root).toSorted()).toEqual([...kept, basename(made)].toSorted());
  rmSync(root, { recursive: true });
});
