import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { chown, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import {
  endPidWithParent,
  freePort,
  makeTemporaryFolder,
  runCommand,
  startCommand,
  stopCommand,
  whenDone,
} from './processes.ts';
import { canInstall, installPackages, isRoot } from './system-packages.ts';

const oldestSupported = 15;
const versionsFolder = '/usr/lib/postgresql';
const clusterSettings = '/etc/postgresql-common/createcluster.conf';

/** The programs of the newest supported PostgreSQL that is installed. */
export function findPostgres(): string | undefined {
  const versions = existsSync(versionsFolder) ? readdirSync(versionsFolder) : [];
  return versions
    .filter((version) => Number(version) >= oldestSupported)
    .toSorted((a, b) => Number(b) - Number(a))
    .map((version) => join(versionsFolder, version, 'bin'))
    .find((bin) => existsSync(join(bin, 'initdb')));
}

/** Returns the error output of apt-get if the installation failed. */
async function installPostgres(): Promise<string | undefined> {
  const failure = await installPackages('postgresql-common');
  if (failure !== undefined) return failure;
  // Debian's package would create and start a cluster.
  const before = await readFile(clusterSettings, 'utf8');
  await writeFile(clusterSettings, `${before}\ncreate_main_cluster = false\n`);
  try {
    return await installPackages('postgresql');
  } finally {
    await writeFile(clusterSettings, before);
  }
}

export class PostgresMissingError extends Error {
  override name = 'PostgresMissingError';
}

/** The programs of PostgreSQL, installed first where that is possible. */
async function findOrInstallPostgres(): Promise<string> {
  const failure = findPostgres() === undefined && canInstall ? await installPostgres() : undefined;
  const bin = findPostgres();
  if (bin === undefined)
    throw new PostgresMissingError(failure ?? 'PostgreSQL is missing (on Debian: apt-get install postgresql).');
  return bin;
}

export function postgresUser(): { uid: number; gid: number } | undefined {
  if (!isRoot) return undefined;
  const line = /^postgres:[^:]*:(\d+):(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8'));
  if (line === null) throw new Error('PostgreSQL refuses to run as root, and there is no user "postgres".');
  return { uid: Number(line[1]), gid: Number(line[2]) };
}

export interface PrivatePostgres {
  /** For the superuser. */
  url: string;
  restart: () => Promise<void>;
}

// The cluster is deleted afterwards, so nothing has to reach the disk.
const unsafe = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=200'];

/** A cluster in a temporary folder on a free port, removed by cleanUp(); existing clusters are never touched. */
export async function startPostgres(): Promise<PrivatePostgres> {
  const bin = await findOrInstallPostgres();
  const user = postgresUser();
  // Another user must be able to enter, which TMPDIR of a test run does not allow.
  const folder =
    user === undefined ? makeTemporaryFolder('portal-postgres') : makeTemporaryFolder('portal-postgres', '/tmp');
  whenDone(() => rm(folder, { recursive: true, force: true }));
  if (user !== undefined) await chown(folder, user.uid, user.gid);
  const as = { cwd: folder, ...(user === undefined ? {} : { user }) };
  const data = join(folder, 'data');
  const run = async (program: string, ...args: string[]) => {
    const { ok, output } = await runCommand(join(bin, program), args, as);
    if (!ok) throw new Error(`${program} failed: ${output}`);
  };

  const options = ['--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync'];
  await run('initdb', '-D', data, '-U', 'postgres', ...options);
  const port = await freePort();
  const settings = [...unsafe, 'listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`];
  const args = ['-D', data, '-p', `${port}`, ...settings.flatMap((setting) => ['-c', setting])];
  const server = startCommand(join(bin, 'postgres'), args, as);
  // Unread output would fill the pipe and block the server.
  server.stdout?.resume();
  server.stderr?.resume();
  const ended = once(server, 'close');
  let isRestarted = false;
  whenDone(async () => {
    if (isRestarted) await run('pg_ctl', '-D', data, '-m', 'fast', '-w', 'stop').catch(() => undefined);
    stopCommand(server, 'SIGINT');
    await Promise.race([ended, setTimeout(10_000, undefined, { ref: false })]);
    stopCommand(server, 'SIGKILL');
  });
  for (const deadline = performance.now() + 30_000; !(await isReady(bin, port));) {
    if (performance.now() > deadline) throw new Error(`PostgreSQL did not answer on port ${port} within 30 seconds.`);
    await setTimeout(100);
  }
  return {
    url: `postgresql://postgres@127.0.0.1:${port}/postgres`,
    restart: async () => {
      isRestarted = true;
      await run('pg_ctl', '-D', data, '-m', 'fast', '-w', '-l', join(data, 'restarted.log'), 'restart');
      // pg_ctl leaves a server that is not our child process.
      endPidWithParent(Number.parseInt(readFileSync(join(data, 'postmaster.pid'), 'utf8'), 10));
    },
  };
}

async function isReady(bin: string, port: number): Promise<boolean> {
  return (await runCommand(join(bin, 'pg_isready'), ['-q', '-h', '127.0.0.1', '-p', `${port}`])).ok;
}
