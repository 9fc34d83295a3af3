import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { maintenancePage } from '#main/admin/nginx/maintenance-page.ts';
import { nginxConfiguration } from '#main/admin/nginx/nginx-configuration.ts';
import { relocate, startNginx } from '#tests/support/nginx.ts';
import { endWithParent, freePort } from '../../../scripts/lib/processes.ts';

export interface Instance {
  port: number;
  process: ChildProcess;
  output: () => string;
}

interface ClusterOptions {
  instances: number;
  databaseUrl: string;
  migrationDatabaseUrl: string;
  secret: string;
}

/** Instances of the built server on one PostgreSQL, behind nginx with the configuration that we generate. */
export async function startCluster({ instances, databaseUrl, migrationDatabaseUrl, secret }: ClusterOptions) {
  const folder = mkdtempSync(join(tmpdir(), 'cluster-'));
  const ports: number[] = [];
  while (ports.length < instances) ports.push(await freePort());
  const running = new Map<number, Instance>();
  const [port, redirectPort] = [await freePort(), await freePort()];
  // What a build of release 1.0.0 is made for.
  const siteUrl = 'http://localhost:3000';
  const nginx = await startNginx({
    port,
    http: (own) => {
      writeFileSync(join(own, 'index.html'), maintenancePage());
      const settings = { siteUrl, upstreams: ports.map((one) => `127.0.0.1:${one}`), hasCertificate: false };
      return (
        relocate(nginxConfiguration(settings), { folder: own, client: own, port, redirectPort, upstream: 3000 })
          // So that a page of the cache can be told from one of an instance.
          .replace(
            'proxy_cache portal_pages;',
            'proxy_cache portal_pages; add_header X-Portal-Cache $upstream_cache_status always;',
          )
      );
    },
  });

  /** Resolves when the instance is ready. */
  async function start(at: number, build: string): Promise<Instance> {
    const own = ports[at] ?? 0;
    const child = spawn(process.execPath, [join(build, 'api/main.js')], {
      cwd: join(build, '..'),
      env: {
        PATH: process.env['PATH'],
        PORT: String(own),
        HOST: '127.0.0.1',
        SITE_URL: siteUrl,
        DATABASE_URL: databaseUrl,
        MIGRATION_DATABASE_URL: migrationDatabaseUrl,
        DATA_DIR: folder,
        AUTH_SECRET: secret,
        ALLOW_PLACEHOLDERS: 'yes',
        TRUST_PROXY: '1',
        // The unit's own.
        STOP_DELAY: '3',
        TICKET_LIMIT: '0',
        READ_LIMIT: '0',
        LOG_LEVEL: 'warn',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    endWithParent(child);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += String(text)));
    const instance = { port: own, process: child, output: () => output };
    running.set(at, instance);
    for (;;) {
      if (child.exitCode !== null) throw new Error(`The instance ended:\n${output}`);
      const ready = await fetch(`http://127.0.0.1:${own}/readyz`).catch(() => undefined);
      if (ready?.status === 200) return instance;
      await wait(50);
    }
  }

  async function end(at: number, signal: NodeJS.Signals): Promise<void> {
    const child = running.get(at)?.process;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    await once(child, 'exit');
  }

  return {
    port,
    siteUrl,
    start,
    stop: (at: number) => end(at, 'SIGTERM'),
    kill: (at: number) => end(at, 'SIGKILL'),
    reloadNginx: nginx.reload,
    outputs: () => [...running.values()].map(({ output }) => output()).join('\n'),
    close: async () => {
      for (const at of running.keys()) await end(at, 'SIGTERM');
      await nginx.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export type Cluster = Awaited<ReturnType<typeof startCluster>>;

/** A copy of a build as the release after it would be. */
export function makeNextBuild(build: string, folder: string): string {
  const next = join(folder, 'build');
  cpSync(build, next, { recursive: true });
  becomeNext(next);
  return next;
}

export const nextVersion = '99.0.0';

export const afterNextVersion = '99.1.0';

/** Makes a build a later release: another version, another migration, a changed function. */
export function becomeNext(build: string, version: string = nextVersion): void {
  const main = join(build, 'api/main.js');
  const text = readFileSync(main, 'utf8');
  const changed = text.replace(/(var version\d* = true \? ")[^"]+"/, `$1${version}"`);
  if (changed === text) throw new Error('The bundle does not contain its version.');
  writeFileSync(main, changed);
  const [file, column] =
    version === nextVersion ? ['9000_next.sql', 'next_note'] : ['9100_after_next.sql', 'after_next_note'];
  writeFileSync(
    join(build, 'api/migrations', file),
    `ALTER TABLE tickets ADD COLUMN ${column} text NOT NULL DEFAULT '';
ALTER TABLE customers ADD COLUMN ${column} text;
`,
  );
  writeFileSync(
    join(build, 'api/functions/50_next.sql'),
    `CREATE OR REPLACE FUNCTION next_answer() RETURNS integer LANGUAGE sql RETURN 42;\n`,
  );
}
