import { spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { expect, test } from 'vitest';
import { CpuTimes } from './cpu-times.ts';

interface Row {
  parent: number;
  own: number;
  children?: number;
  started?: number;
}

const self = 1;

/** Reads one table of processes after the other. */
function timesOf(...tables: Record<number, Row>[]) {
  let at = 0;
  const read = () => {
    const rows = { [self]: { parent: 0, own: 0 }, ...tables[at] };
    at += 1;
    const entries = Object.entries(rows).map(([id, row]) => [Number(id), { children: 0, started: 1, ...row }] as const);
    return new Map(entries);
  };
  return new CpuTimes(read, self);
}
const child = (pid: number) => Object.assign(new EventEmitter(), { pid });
const running = (...rows: [id: number, Row][]) => Object.fromEntries(rows);

test('counts a command and its descendants, each once', () => {
  const times = timesOf(
    {},
    running(
      [10, { parent: self, own: 1 }],
      [11, { parent: 10, own: 2 }],
      [12, { parent: 11, own: 3 }],
      [99, { parent: 50, own: 70 }],
    ),
    // 12 ended after one more second, and 11 after half of one: both are now in the time of 10.
    running([10, { parent: self, own: 1, children: 7.5 }]),
    running([self, { parent: 0, own: 0, children: 9 }]),
  );
  times.watch(child(10), 'units');
  times.sample();
  expect(times.seconds.get('units')).toBe(6);
  times.sample();
  expect(times.seconds.get('units')).toBe(8.5);
  times.sample();
  expect(times.seconds.get('units')).toBe(9);
});

test('keeps what was seen of processes that nobody waited for', () => {
  const times = timesOf(
    {},
    running([10, { parent: self, own: 1 }], [11, { parent: 10, own: 2 }]),
    // 10 ended, and the system adopted 11.
    running([self, { parent: 0, own: 0, children: 1.5 }], [11, { parent: 4, own: 2.5 }]),
    running([self, { parent: 0, own: 0, children: 1.5 }]),
  );
  times.watch(child(10), 'journeys');
  times.sample();
  times.sample();
  times.sample();
  expect(times.seconds.get('journeys')).toBe(4);
});

test('counts a command that ended before it was seen, and no process that has its id later', () => {
  const later = { parent: self, own: 50, started: 2 };
  const times = timesOf(
    {},
    running([10, { parent: self, own: 1 }]),
    running([self, { parent: 0, own: 0, children: 3 }], [10, later]),
  );
  times.watch(child(10), 'format');
  times.watch(child(20), 'lock file');
  times.sample();
  times.sample();
  expect([...times.seconds.values()].reduce((sum, seconds) => sum + seconds, 0)).toBe(3);
});

test.runIf(process.platform === 'linux')('counts real processes, with those that a shell started', async () => {
  const times = new CpuTimes();
  const busy = 'i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done';
  const shell = spawn('sh', ['-c', `sh -c '${busy}'; true`]);
  times.watch(shell, 'shell');
  await once(shell, 'exit');
  expect(times.seconds.get('shell')).toBeGreaterThan(0.05);
});
