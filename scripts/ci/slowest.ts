import { cpuTimes } from './steps.ts';
import type { FileTime } from './test-results.ts';

const times: FileTime[] = [];

export function addFileTimes(added: FileTime[]): void {
  times.push(...added);
}

const seconds = (value: number | undefined) => (value === undefined ? '' : value.toFixed(1)).padStart(8);

/** The files that took longest, with the CPU time of each where it is known. */
export function listSlowest(all: FileTime[], count: number): string[] {
  const slowest = all.toSorted((one, other) => other.seconds - one.seconds).slice(0, count);
  return slowest.map((one) => `${seconds(one.seconds)}${seconds(one.cpu)}  ${one.file}`);
}

/** CPU seconds per step, the largest first, and their sum. */
export function listSteps(steps: ReadonlyMap<string, number>): string[] {
  const largestFirst = [...steps].toSorted(([, one], [, other]) => other - one);
  const total = largestFirst.reduce((sum, [, cpu]) => sum + cpu, 0);
  return [...largestFirst, ['together', total] as const].map(([name, cpu]) => `${seconds(cpu)}  ${name}`);
}

/** Printed at the end of a run. */
export function printTimes(count: number): void {
  const { system, user } = process.cpuUsage();
  const steps = new Map(cpuTimes.seconds).set('this command', (system + user) / 1e6);
  console.log(`\nCPU seconds of each step\n${listSteps(steps).join('\n')}`);
  if (times.length > 0) console.log(`\nSlowest files: seconds, CPU seconds\n${listSlowest(times, count).join('\n')}`);
}
