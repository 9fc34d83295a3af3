import { spawn } from 'node:child_process';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { whenDone } from '../../scripts/ci/clean-up.ts';
import { canInstall, install } from '../../scripts/ci/debian.ts';
import { endWithParent } from '../../scripts/ci/end-with-parent.ts';
import { freePort } from '../../scripts/ci/free-port.ts';
import { runCommand } from '../../scripts/ci/run-command.ts';

async function prepareNginx(): Promise<void> {
  const found = await runCommand('nginx', ['-v']).catch(() => ({ ok: false }));
  if (found.ok) return;
  const problem = canInstall
    ? await install('nginx-light')
    : 'nginx is missing: install it, with apt-get install nginx-light on Debian.';
  if (problem !== undefined) throw new Error(problem);
}

/** One worker, as we are one process, and the same files: precompressed, none of them compressed on the way. */
const configuration = (folder: string, root: string, port: number) => `
daemon off; worker_processes 1; pid ${folder}/nginx.pid; error_log ${folder}/error.log;
events { worker_connections 1024; }
http {
  access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000; open_file_cache max=1000 inactive=60s;
  client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
  types { text/html html; text/javascript js; font/woff2 woff2; image/svg+xml svg; application/json json; }
  gzip_static on;
  server { listen 127.0.0.1:${port}; root ${root}; location / { try_files $uri $uri/index.html =404; } }
}`;

export async function startNginx(): Promise<string> {
  await prepareNginx();
  const folder = await mkdtemp(join(tmpdir(), 'bench-nginx-'));
  const root = join(folder, 'site');
  await cp('build/client', root, { recursive: true });
  const port = await freePort();
  await writeFile(join(folder, 'nginx.conf'), configuration(folder, root, port));
  // Its worker may run as another user, who must be able to read what is served.
  await runCommand('chmod', ['-R', 'a+rX', folder]);
  const server = endWithParent(spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')], { stdio: 'ignore' }));
  whenDone(async () => {
    server.kill('SIGTERM');
    await wait(200);
    await rm(folder, { recursive: true, force: true });
  });
  const origin = `http://127.0.0.1:${port}`;
  for (let tries = 0; tries < 50; tries += 1) {
    const answers = await fetch(origin).then(
      (answer) => answer.ok,
      () => false,
    );
    if (answers) return origin;
    await wait(100);
  }
  throw new Error('nginx did not answer.');
}
