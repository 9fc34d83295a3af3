import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { expect, test } from 'vitest';
import { endWithParent } from './end-with-parent.ts';
import { findPostgres } from './postgres.ts';

const runner = join(import.meta.dirname, 'fixture-runner.ts');

async function firstLine(child: ReturnType<typeof spawn>): Promise<string> {
  if (child.stdout === null) throw new Error('Its output is not piped.');
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  return line;
}

async function startRunner(what: string, environment = {}): Promise<{ said: string; kill: () => void }> {
  const env = { ...process.env, ...environment };
  const child = endWithParent(spawn(process.execPath, [runner, what], { env, stdio: ['ignore', 'pipe', 'inherit'] }));
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
  await expect.poll(() => runningIn(Number(said)), { timeout: 50_000 }).toEqual([]);
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
    await expect.poll(() => runningIn(postmaster), { timeout: 50_000 }).toEqual([]);
    await client.end().catch(() => undefined);
    rmSync(dirname(data), { recursive: true });
  },
);

test.runIf(isLinux)('a run ends with the npm that started it, also where a shell between them lives on', async () => {
  const command = `"${process.execPath}" "${runner}" child; exit $?`;
  const asNpm = `require('node:child_process').spawn('/bin/sh', ['-c', ${JSON.stringify(command)}], { stdio: 'inherit' })`;
  const npm = endWithParent(
    spawn(process.execPath, ['-e', asNpm], {
      env: { ...process.env, npm_lifecycle_event: 'test' },
      stdio: ['ignore', 'pipe', 'ignore'],
    }),
  );
  const said = await firstLine(npm);
  expect(runningIn(Number(said)).length).toBe(1);
  npm.kill('SIGKILL');
  await expect.poll(() => runningIn(Number(said)), { timeout: 50_000 }).toEqual([]);
});
