import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { endWithParent, freePort } from '../../scripts/lib/processes.ts';
import { accepts } from './nginx.ts';

const headers = { Authorization: `Basic ${Buffer.from('ada:ada').toString('base64')}` };

/** Debian's Radicale, a calendar server, with one user and nothing of the machine's own configuration. */
export async function startRadicale() {
  const folder = mkdtempSync(join(tmpdir(), 'radicale-'));
  const port = await freePort();
  const file = join(folder, 'config');
  writeFileSync(
    file,
    `[server]\nhosts = 127.0.0.1:${port}\n[auth]\ntype = none\n[storage]\nfilesystem_folder = ${join(folder, 'storage')}\n[logging]\nlevel = critical\n`,
  );
  const server = endWithParent(spawn('radicale', ['--config', file], { stdio: 'ignore' }));
  while (!(await accepts(port))) {
    if (server.exitCode !== null) throw new Error('Radicale did not start.');
    await wait(50);
  }
  const send = async (method: string, path: string, body?: string) => {
    const type = { 'Content-Type': 'text/calendar; charset=utf-8' };
    const options = body === undefined ? { method, headers } : { method, headers: { ...headers, ...type }, body };
    const response = await fetch(`http://127.0.0.1:${port}/ada/${path}`, options);
    return { status: response.status, text: await response.text() };
  };
  return {
    /** WebDAV and CalDAV: `send('PUT', 'calendar/event.ics', text)`. */
    send,
    stop: async () => {
      if (server.exitCode === null && server.kill('SIGTERM')) await once(server, 'exit');
      await rm(folder, { recursive: true, force: true });
    },
  };
}
