import { AsyncLocalStorage } from 'node:async_hooks';
import { onCommand, runCommand } from '../lib/processes.ts';
import { CpuTimes } from './cpu-times.ts';

export interface Tally {
  passed: number;
  failed: number;
  skipped: number;
  /** Passed tests that failed the first time. */
  repeated?: number;
}

export const nothing: Tally = { passed: 0, failed: 0, skipped: 0 };
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

export const cpuTimes = new CpuTimes();
const currentStep = new AsyncLocalStorage<string>();
onCommand((child) => cpuTimes.watch(child, currentStep.getStore() ?? 'preparation'));

/** Counts the CPU time of the commands that `work` starts as this step's. */
export const measureStep = <T>(name: string, work: () => Promise<T>): Promise<T> => currentStep.run(name, work);

/** Prints one line when the step ends, as steps run in parallel. The tool's own output follows if something failed, even once. */
export function runStep(name: string, work: () => Promise<{ tally: Tally; output: string }>): Promise<Tally> {
  return measureStep(name, async () => {
    const started = performance.now();
    const { tally, output } = await work();
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    const cpu = cpuTimes.seconds.get(name);
    const outcome = tally === onePassed ? 'ok' : tally === oneFailed ? 'FAILED' : formatTally(tally);
    printLine(name, `${outcome} (${seconds} s${cpu === undefined ? '' : `, CPU ${cpu.toFixed(1)} s`})`);
    if (tally.failed + (tally.repeated ?? 0) > 0) console.log(`\n${output.trim()}\n`);
    return tally;
  });
}

export function runCommandStep(name: string, command: string, ...args: string[]): Promise<Tally> {
  return runStep(name, async () => {
    const { ok, output } = await runCommand(command, args);
    return { tally: ok ? onePassed : oneFailed, output };
  });
}
