/** `npm run siege [-- --minutes N]`: a hostile week in about ten minutes, on this machine only. */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readFileSync } from 'node:fs';
import pg from 'pg';
import { runChaosTest } from './run-chaos-test.ts';
import { bundleServer, removeServer } from './server.ts';
import { stopWithNpm } from '../../../scripts/lib/stop-with-npm.ts';
import { cleanUp, cleanUpOnSignals, whenDone } from '../../../scripts/lib/clean-up.ts';
import { canInstall, isRoot } from '../../../scripts/lib/debian.ts';
import { endPidWithParent } from '../../../scripts/lib/end-with-parent.ts';
import { findPostgres, installPostgres } from '../../../scripts/ci/install-postgres.ts';
import { startPostgres } from '../../../scripts/lib/postgres.ts';
import { runCommand } from '../../../scripts/lib/run-command.ts';

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '10' } } });

function postgresUser(): { uid: number; gid: number } | undefined {
  const [, uid, gid] = /^postgres:[^:]*:(\d+):(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8')) ?? [];
  return isRoot && uid !== undefined && gid !== undefined ? { uid: Number(uid), gid: Number(gid) } : undefined;
}

async function query<Row extends object>(url: string, text: string): Promise<Row | undefined> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows[0];
  } finally {
    await client.end();
  }
}

/** A PostgreSQL of its own, that is really restarted, and a database whose owner is no superuser and does not serve. */
async function preparePostgres() {
  if (findPostgres() === undefined && canInstall) await installPostgres();
  const bin = findPostgres();
  if (bin === undefined) {
    console.log('PostgreSQL is missing (on Debian: apt-get install postgresql): only the embedded engine is besieged.');
    return undefined;
  }
  const admin = await startPostgres(bin);
  const folder = (await query<{ data_directory: string }>(admin, 'SHOW data_directory'))?.data_directory ?? '';
  const user = postgresUser();
  const control = (...words: string[]) =>
    runCommand(join(bin, 'pg_ctl'), ['-D', folder, '-m', 'fast', '-w', ...words], {
      cwd: '/tmp',
      ...(user === undefined ? {} : { user }),
    });
  whenDone(async () => void (await control('stop')));
  await query(admin, `CREATE ROLE siege LOGIN CREATEROLE PASSWORD 'siege'`);
  await query(admin, `CREATE ROLE siege_server LOGIN NOINHERIT PASSWORD 'siege'`);
  await query(admin, `CREATE DATABASE siege OWNER siege ENCODING 'UTF8' TEMPLATE template0`);
  const url = new URL(admin);
  Object.assign(url, { username: 'siege', password: 'siege', pathname: '/siege' });
  return {
    url: url.href,
    servingUrl: Object.assign(new URL(url), { username: 'siege_server' }).href,
    restart: async () => {
      const { ok, output } = await control('-l', join(folder, 'restarted.log'), 'restart');
      if (!ok) throw new Error(`PostgreSQL was not restarted: ${output}`);
      // pg_ctl leaves a server that is no child of ours.
      endPidWithParent(Number.parseInt(readFileSync(join(folder, 'postmaster.pid'), 'utf8'), 10));
    },
  };
}

async function besiege(): Promise<boolean> {
  const seconds = Number(values.minutes) * 60;
  if (!(seconds > 0)) throw new Error('--minutes must be a number above 0.');
  const postgres = await preparePostgres();
  bundleServer();
  whenDone(async () => removeServer());
  const { breaches, text } = await runChaosTest({
    seconds,
    postgres,
    embedded: true,
    faultEvery: 9_000,
    customers: 12,
  });
  console.log(text);
  return breaches.length === 0;
}

cleanUpOnSignals();
stopWithNpm();
try {
  process.exitCode = (await besiege()) ? 0 : 1;
} finally {
  await cleanUp();
}
