import { runCommand } from './run-command.ts';
import { commandStep, step } from './steps.ts';
import { oneFailed, onePassed, sum, type Tally } from './tally.ts';

function checkFormat(): Promise<Tally> {
  return step('format', async () => {
    const { ok, output } = await runCommand('oxfmt', ['--list-different', '.']);
    return { tally: ok ? onePassed : oneFailed, output: `${output}Run \`npm run format\`.` };
  });
}

async function checkTypes(): Promise<Tally> {
  return step('types', async () => {
    const { ok, output } = await runCommand('tsc', ['--pretty', 'false']);
    return { tally: ok ? onePassed : oneFailed, output };
  });
}

/** In two rows side by side: some of these use one core only. */
async function checkSources(): Promise<Tally> {
  const withTypes = async () => sum([await checkTypes(), await commandStep('lint', 'oxlint')]);
  const withoutTypes = async () =>
    sum([
      await checkFormat(),
      await commandStep('import rules', process.execPath, 'scripts/check-import-rules.ts'),
      await commandStep('dead code', 'knip', '--no-progress'),
    ]);
  return sum(await Promise.all([withTypes(), withoutTypes()]));
}

/** All that can be said about the code without running it. */
export async function validate(): Promise<Tally> {
  const locked = await commandStep('lock file', process.execPath, 'scripts/complete-lock.ts', '--check');
  // The types of the routes are written first: without them tsc finds nothing and the lint finds `any`.
  const generated = await runCommand('react-router', ['typegen']);
  if (generated.ok) return sum([locked, await checkSources()]);
  return sum([locked, await step('types', async () => ({ tally: oneFailed, output: generated.output }))]);
}
