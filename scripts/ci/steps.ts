import { type Finished, runCommand } from './run-command.ts';
import { describe, oneFailed, onePassed, type Tally } from './tally.ts';

const width = 18;

export function say(name: string, text: string): void {
  console.log(`${name.padEnd(width)}${text}`);
}

/** One line when it is done, as steps run side by side: what ran, how it went, how long it took. What the tool itself said follows only when it failed. */
export async function step(name: string, work: () => Promise<{ tally: Tally; output: string }>): Promise<Tally> {
  const started = performance.now();
  const { tally, output } = await work();
  const seconds = `${((performance.now() - started) / 1000).toFixed(1)} s`;
  const outcome = tally === onePassed ? 'ok' : tally === oneFailed ? 'FAILED' : describe(tally);
  say(name, `${outcome} (${seconds})`);
  if (tally.failed > 0) console.log(`\n${output.trim()}\n`);
  return tally;
}

const verdict = ({ ok, output }: Finished) => ({ tally: ok ? onePassed : oneFailed, output });

export function commandStep(name: string, command: string, ...args: string[]): Promise<Tally> {
  return step(name, async () => verdict(await runCommand(command, args)));
}
