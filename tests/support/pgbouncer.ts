import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { endWithParent, freePort } from '../../scripts/lib/processes.ts';
import { accepts } from './nginx.ts';

interface PgBouncer {
  /** The same login and database through the pooler. */
  url: string;
  pid: number;
  stop: () => Promise<void>;
}

/** The configuration of docs/scaling.md, in front of the database of a URL with a login and its password. */
export async function startPgBouncer(
  databaseUrl: string,
  settings: Record<string, string | number> = {},
): Promise<PgBouncer> {
  const { hostname, port: databasePort, pathname, username, password } = new URL(databaseUrl);
  const name = pathname.slice(1);
  const folder = mkdtempSync(join(tmpdir(), 'pgbouncer-'));
  // It leaves root for the user below, who reads these files.
  chmodSync(folder, 0o755);
  const port = await freePort();
  const documented = /```ini\n(?<text>.*?)```/s.exec(readFileSync('docs/scaling.md', 'utf8'))?.groups?.['text'] ?? '';
  const changed = {
    listen_port: port,
    auth_file: join(folder, 'userlist.txt'),
    unix_socket_dir: '',
    ...(process.getuid?.() === 0 && { user: 'postgres' }),
    ...settings,
  };
  const kept = documented
    .replace(/^portal = .*$/m, `${name} = host=${hostname} port=${databasePort} dbname=${name}`)
    .split('\n')
    .filter((line) => !Object.keys(changed).includes(line.split(' = ')[0] ?? ''));
  const lines = Object.entries(changed).map(([key, value]) => `${key} = ${value}`);
  writeFileSync(join(folder, 'pgbouncer.ini'), [...kept, ...lines, ''].join('\n'));
  writeFileSync(join(folder, 'userlist.txt'), `"${username}" "${password}"\n`);
  const server = endWithParent(spawn('pgbouncer', ['--quiet', join(folder, 'pgbouncer.ini')], { stdio: 'pipe' }));
  let output = '';
  for (const stream of [server.stdout, server.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  while (!(await accepts(port))) {
    if (server.exitCode !== null) throw new Error(`PgBouncer did not start: ${output}`);
    await wait(50);
  }
  return {
    url: Object.assign(new URL(databaseUrl), { hostname: '127.0.0.1', port: String(port) }).href,
    pid: server.pid ?? 0,
    stop: async () => {
      if (server.exitCode === null && server.kill('SIGKILL')) await once(server, 'exit');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
