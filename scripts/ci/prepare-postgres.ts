import { canInstall } from './debian.ts';
import { findPostgres, installPostgres } from './install-postgres.ts';
import { startPostgres } from './private-postgres.ts';
import { say } from './steps.ts';
import { oneFailed, oneSkipped, type Tally } from './tally.ts';

const nothing: Tally = { passed: 0, failed: 0, skipped: 0 };

/** Leaves a server in TEST_DATABASE_URL where there can be one; where there cannot, the engine counts as skipped. */
export async function preparePostgres(): Promise<Tally> {
  if (process.env.TEST_DATABASE_URL) {
    say('PostgreSQL', 'the server that TEST_DATABASE_URL names');
    return nothing;
  }
  const problem = findPostgres() === undefined && canInstall ? await installPostgres() : undefined;
  const bin = findPostgres();
  if (bin === undefined) {
    if (problem !== undefined) console.log(`\n${problem.trim()}\n`);
    say(
      'PostgreSQL',
      'skipped: set TEST_DATABASE_URL to a server of 15 or newer, or install one with apt-get install postgresql',
    );
    return oneSkipped;
  }
  try {
    process.env.TEST_DATABASE_URL = await startPostgres(bin);
    say('PostgreSQL', `a cluster of its own, from ${bin}`);
    return nothing;
  } catch (error) {
    say('PostgreSQL', `FAILED: ${error instanceof Error ? error.message : String(error)}`);
    return oneFailed;
  }
}
