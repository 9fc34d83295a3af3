import { runCommand } from '../lib/processes.ts';

export interface Tally {
  passed: number;
  failed: number;
  skipped: number;
  /** Passed tests that failed the first time. */
  repeated?: number;
}

export const onePassed: Tally = { passed: 1, failed: 0, skipped: 0 };
export const oneFailed: Tally = { passed: 0, failed: 1, skipped: 0 };
export const oneSkipped: Tally = { passed: 0, failed: 0, skipped: 1 };

export function sum(tallies: Tally[]): Tally {
  const total = (key: keyof Tally) => tallies.reduce((count, tally) => count + (tally[key] ?? 0), 0);
  return { passed: total('passed'), failed: total('failed'), skipped: total('skipped'), repeated: total('repeated') };
}

/** The summary line: `12 passed, 0 failed`, and the numbers of skipped and repeated tests if there are any. */
export function formatTally({ passed, failed, skipped, repeated = 0 }: Tally): string {
  const others = [skipped > 0 && `${skipped} skipped`, repeated > 0 && `${repeated} passed only when repeated`];
  return [`${passed} passed`, `${failed} failed`, ...others.filter(Boolean)].join(', ');
}

export function printLine(name: string, text: string): void {
  console.log(`${name.padEnd(18)}${text}`);
}

/** Prints one line when the step ends, as steps run in parallel. The tool's own output follows if something failed, even once. */
export async function runStep(name: string, work: () => Promise<{ tally: Tally; output: string }>): Promise<Tally> {
  const started = performance.now();
  const { tally, output } = await work();
  const seconds = `${((performance.now() - started) / 1000).toFixed(1)} s`;
  const outcome = tally === onePassed ? 'ok' : tally === oneFailed ? 'FAILED' : formatTally(tally);
  printLine(name, `${outcome} (${seconds})`);
  if (tally.failed + (tally.repeated ?? 0) > 0) console.log(`\n${output.trim()}\n`);
  return tally;
}

export function runCommandStep(name: string, command: string, ...args: string[]): Promise<Tally> {
  return runStep(name, async () => {
    const { ok, output } = await runCommand(command, args);
    return { tally: ok ? onePassed : oneFailed, output };
  });
}
