/** `npm run faults [rounds]`: the tests of tests/resilience at length, 50 kills on each engine unless told otherwise. */
import { once } from 'node:events';
import { stopWithNpm } from './stop-with-npm.ts';
import { cleanUp, cleanUpOnSignals } from './ci/clean-up.ts';
import { preparePostgres } from './ci/prepare-postgres.ts';
import { startCommand } from './ci/run-command.ts';

const rounds = process.argv[2] ?? '50';

async function runFaults(): Promise<boolean> {
  const prepared = await preparePostgres();
  // One file after the other: a machine that is busy with something else kills less at random.
  const args = ['run', 'tests/resilience', '--reporter=verbose', '--no-file-parallelism'];
  const child = startCommand('vitest', args, { environment: { FAULT_ROUNDS: rounds } });
  child.stdout?.pipe(process.stdout);
  child.stderr?.pipe(process.stderr);
  const [code] = (await once(child, 'close')) as [number | null];
  return code === 0 && prepared.failed === 0;
}

cleanUpOnSignals();
stopWithNpm();
try {
  process.exitCode = (await runFaults()) ? 0 : 1;
} finally {
  await cleanUp();
}
