import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { endWithParent, runCommand } from '../../scripts/lib/processes.ts';
import { installedClient } from '../../scripts/build/nginx-configuration.ts';

const temporaryFolders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];

interface NginxOptions {
  port: number;
  /** Contents of the http block; `folder` is temporary. */
  http: (folder: string) => string;
}

/** nginx with one worker, as our server is one process, and nothing of the machine's own configuration. */
export async function startNginx({ port, http }: NginxOptions): Promise<{ stop: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'nginx-'));
  const file = join(folder, 'nginx.conf');
  writeFileSync(
    file,
    // As root, nginx would give its worker to a user who cannot read temporary folders.
    `${process.getuid?.() === 0 ? 'user root;' : ''} daemon off; worker_processes 1; pid ${folder}/nginx.pid; error_log ${folder}/error.log;
    events { worker_connections 1024; }
    http { ${temporaryFolders.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')} ${http(folder)} }`,
  );
  const tested = await runCommand('nginx', ['-t', '-p', folder, '-c', file]);
  if (!tested.ok) throw new Error(`nginx rejects its configuration:\n${tested.output}`);
  const server = endWithParent(spawn('nginx', ['-p', folder, '-c', file], { stdio: 'ignore' }));
  while (!(await accepts(port))) {
    if (server.exitCode !== null) throw new Error('nginx did not start.');
    await wait(50);
  }
  return {
    stop: async () => {
      if (server.exitCode === null && server.kill('SIGTERM')) await once(server, 'exit');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

interface Places extends Record<'port' | 'redirectPort' | 'upstream', number> {
  /** For logs, and the certificate if there is one. */
  folder: string;
  client: string;
}

/** build/nginx.conf with the ports and folders of a test instead of those of an installation. */
export function relocate(text: string, { folder, client, port, redirectPort, upstream }: Places): string {
  return text
    .replaceAll('listen 80;', `listen 127.0.0.1:${port};`)
    .replaceAll('listen 80 ', `listen 127.0.0.1:${redirectPort} `)
    .replaceAll('listen 443 ', `listen 127.0.0.1:${port} `)
    .replace('127.0.0.1:3000', `127.0.0.1:${upstream}`)
    .replace(installedClient, client)
    .replaceAll(/\/etc\/letsencrypt\/live\/[^/]+/g, folder)
    .replaceAll('/var/log/nginx', folder);
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
