/** `npm run chaos [-- --minutes N]`: attacks, faults and load together, on this machine only; ten minutes by default. */
import { parseArgs } from 'node:util';
import pg from 'pg';
import { cleanUp, cleanUpOnSignals, stopWithNpm, whenDone } from '../../../scripts/lib/processes.ts';
import { PostgresMissingError, startPostgres } from '../../../scripts/lib/postgres.ts';
import { bundleServer, killServers } from '#tests/support/server.ts';
import { type Plan, runChaos } from './run-chaos.ts';

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '10' } } });

/** A private PostgreSQL, and a database whose owner is not a superuser and does not serve. */
async function preparePostgres(): Promise<Plan['postgres']> {
  try {
    const { url: superuserUrl, restart } = await startPostgres();
    const client = new pg.Client({ connectionString: superuserUrl });
    await client.connect();
    await client.query(`CREATE ROLE chaos LOGIN CREATEROLE PASSWORD 'chaos'`);
    await client.query(`CREATE ROLE chaos_server LOGIN NOINHERIT PASSWORD 'chaos'`);
    await client.query(`CREATE DATABASE chaos OWNER chaos ENCODING 'UTF8' TEMPLATE template0`);
    await client.end();
    const urlFor = (username: string) =>
      Object.assign(new URL(superuserUrl), { username, password: 'chaos', pathname: '/chaos' }).href;
    return { url: urlFor('chaos'), servingUrl: urlFor('chaos_server'), restart };
  } catch (error) {
    if (!(error instanceof PostgresMissingError)) throw error;
    console.log(`${error.message} Only the embedded engine is tested.`);
    return undefined;
  }
}

async function run(): Promise<boolean> {
  const maxSeconds = Number(values.minutes) * 60;
  if (!(maxSeconds > 0)) throw new Error('--minutes must be a number above 0.');
  const postgres = await preparePostgres();
  bundleServer();
  whenDone(async () => killServers());
  const { violations, report } = await runChaos({
    maxSeconds,
    postgres,
    embedded: true,
    faultEvery: 9_000,
    customers: 12,
  });
  console.log(report);
  return violations.length === 0;
}

cleanUpOnSignals();
stopWithNpm();
try {
  process.exitCode = (await run()) ? 0 : 1;
} finally {
  await cleanUp();
}
