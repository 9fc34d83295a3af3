import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { endWithParent, freePort } from '../../scripts/lib/processes.ts';
import { eicar } from './files.ts';
import { accepts } from './nginx.ts';

/** What it calls the EICAR test file. */
export const testSignature = 'Portal.Test.UNOFFICIAL';

/** Debian's clamd with one signature of its own: no download, and nothing of the machine's own configuration. */
export async function startClamd({ maxStream = '25M' } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'clamd-'));
  const database = join(folder, 'database');
  mkdirSync(database);
  writeFileSync(join(database, 'test.ndb'), `Portal.Test:0:*:${Buffer.from(eicar).toString('hex')}\n`);
  const port = await freePort();
  const file = join(folder, 'clamd.conf');
  const settings = {
    Foreground: 'yes',
    TCPSocket: port,
    TCPAddr: '127.0.0.1',
    DatabaseDirectory: database,
    TemporaryDirectory: folder,
    StreamMaxLength: maxStream,
  };
  writeFileSync(
    file,
    Object.entries(settings)
      .map(([name, value]) => `${name} ${value}\n`)
      .join(''),
  );
  const server = endWithParent(spawn('clamd', ['--config-file', file], { stdio: 'ignore' }));
  while (!(await accepts(port))) {
    if (server.exitCode !== null) throw new Error('clamd did not start.');
    await wait(50);
  }
  return {
    setting: `127.0.0.1:${port}`,
    stop: async () => {
      if (server.exitCode === null && server.kill('SIGTERM')) await once(server, 'exit');
      await rm(folder, { recursive: true, force: true });
    },
  };
}
