import { runCommand } from './run-command.ts';
import { commandStep, step } from './steps.ts';
import { oneFailed, onePassed, sum, type Tally } from './tally.ts';

function checkFormat(): Promise<Tally> {
  return step('format', async () => {
    const { ok, output } = await runCommand('oxfmt', ['--list-different', '.']);
    return { tally: ok ? onePassed : oneFailed, output: `${output}Run \`npm run format\`.` };
  });
}

/** The types of the routes are written first: without them tsc finds nothing and the lint finds `any`. */
async function checkTypes(): Promise<Tally> {
  return step('types', async () => {
    const generated = await runCommand('react-router', ['typegen']);
    if (!generated.ok) return { tally: oneFailed, output: generated.output };
    const { ok, output } = await runCommand('tsc', ['--pretty', 'false']);
    return { tally: ok ? onePassed : oneFailed, output };
  });
}

/** All that can be said about the code without running it, quickest first. */
export async function validate(): Promise<Tally> {
  return sum([
    await commandStep('lock file', process.execPath, 'scripts/complete-lock.ts', '--check'),
    await checkFormat(),
    await checkTypes(),
    await commandStep('arrows', process.execPath, 'scripts/check-arrows.ts'),
    await commandStep('lint', 'oxlint'),
    await commandStep('dead code', 'knip', '--no-progress'),
  ]);
}
