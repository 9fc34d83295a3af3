import { runCommand } from '../lib/processes.ts';
import { oneFailed, onePassed, runCommandStep, runStep, sum, type Tally } from './steps.ts';

function checkFormat(): Promise<Tally> {
  return runStep('format', async () => {
    const { ok, output } = await runCommand('oxfmt', ['--list-different', '.']);
    return { tally: ok ? onePassed : oneFailed, output: `${output}Run \`npm run format\`.` };
  });
}

/** Type check and lint read the types of the routes, which are generated first: without them the lint sees `any`. */
async function checkTypes(): Promise<Tally> {
  const generated = await runCommand('react-router', ['typegen']);
  if (!generated.ok) return runStep('types', async () => ({ tally: oneFailed, output: generated.output }));
  return sum(
    await Promise.all([runCommandStep('types', 'tsc', '--pretty', 'false'), runCommandStep('lint', 'oxlint')]),
  );
}

/** All static checks. */
export async function validate(): Promise<Tally> {
  return sum(
    await Promise.all([
      checkTypes(),
      checkFormat(),
      runCommandStep('lock file', process.execPath, 'scripts/ci/lockfile.ts', '--check'),
      runCommandStep('import rules', process.execPath, 'scripts/ci/import-rules.ts'),
      runCommandStep('unused code', 'knip', '--no-progress'),
    ]),
  );
}
