import { once } from 'node:events';
import { chown, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { whenDone } from './clean-up.ts';
import { isRoot } from './debian.ts';
import { freePort } from './free-port.ts';
import { runCommand, startCommand, stopCommand } from './run-command.ts';
import { makeTemporaryFolder } from './temporary-folder.ts';

// Nothing in here outlives the tests, so nothing has to reach the disk.
const unsafe = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=200'];

async function postgresUser(): Promise<{ uid: number; gid: number }> {
  const line = /^postgres:[^:]*:(\d+):(\d+):/m.exec(await readFile('/etc/passwd', 'utf8'));
  if (line === null) throw new Error('PostgreSQL refuses to run as root, and there is no user "postgres".');
  return { uid: Number(line[1]), gid: Number(line[2]) };
}

async function answers(bin: string, port: number): Promise<boolean> {
  const patience = performance.now() + 30_000;
  while (performance.now() < patience) {
    const { ok } = await runCommand(join(bin, 'pg_isready'), ['-q', '-h', '127.0.0.1', '-p', `${port}`]);
    if (ok) return true;
    await setTimeout(100);
  }
  return false;
}

/** A cluster in a folder of its own, on a port of its own; the machine's own clusters are never touched. */
export async function startPostgres(bin: string): Promise<string> {
  const folder = makeTemporaryFolder('portal-postgres');
  whenDone(() => rm(folder, { recursive: true, force: true }));
  const user = isRoot ? await postgresUser() : undefined;
  if (user !== undefined) await chown(folder, user.uid, user.gid);
  const as = { cwd: folder, ...(user === undefined ? {} : { user }) };

  const data = join(folder, 'data');
  const look = ['--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync'];
  const made = await runCommand(join(bin, 'initdb'), ['-D', data, '-U', 'postgres', ...look], as);
  if (!made.ok) throw new Error(made.output);

  const port = await freePort();
  const settings = [...unsafe, 'listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`];
  const args = ['-D', data, '-p', `${port}`, ...settings.flatMap((setting) => ['-c', setting])];
  const server = startCommand(join(bin, 'postgres'), args, as);
  // A log that nobody reads would fill its pipe and stop the server.
  server.stdout?.resume();
  server.stderr?.resume();
  const ended = once(server, 'close');
  whenDone(async () => {
    stopCommand(server, 'SIGINT');
    await Promise.race([ended, setTimeout(10_000, undefined, { ref: false })]);
    stopCommand(server, 'SIGKILL');
  });
  if (!(await answers(bin, port))) throw new Error(`PostgreSQL did not answer on port ${port} within 30 seconds.`);
  return `postgresql://postgres@127.0.0.1:${port}/postgres`;
}
