import { expect, test } from 'vitest';
import { createProgress, drawBar } from './progress.ts';

/** What is written during work of that number of steps, each of 100 ms. */
function watch(stream: { isTTY: boolean; columns?: number }, steps: number, clearAt: number[] = []) {
  const written: string[] = [];
  let time = 0;
  const progress = createProgress({ ...stream, write: (text: string) => written.push(text) }, 'Importing', () => time);
  for (let at = 0; at <= steps; at += 1) {
    time = at * 100;
    progress.show(at, steps);
    if (clearAt.includes(at)) progress.clear();
  }
  progress.clear();
  return written;
}

test('a log gets a line every ten percent, however many rows there are, and none for short work', () => {
  expect(watch({ isTTY: false }, 200)).toEqual(
    [25, 35, 45, 55, 65, 75, 85, 95].map((percent) => `Importing ${percent} %\n`),
  );
  expect(watch({ isTTY: false }, 40)).toEqual([]);
});

test('work of hours shows once a minute that it is alive', () => {
  // 100,000 steps of 100 ms are 167 minutes.
  expect(watch({ isTTY: false }, 100_000).length).toBeLessThan(180);
  expect(watch({ isTTY: false }, 100_000).length).toBeGreaterThan(150);
});

test('a terminal gets a bar that fits, which is removed before other output and at the end', () => {
  const drawn = watch({ isTTY: true, columns: 60 }, 100, [50]);
  expect(drawn).toContain(`\r\u001b[KImporting  50 % [${'#'.repeat(20)}${'.'.repeat(20)}]`);
  expect(drawn.filter((text) => text === '\r\u001b[K')).toHaveLength(2);
  expect(drawn.at(-1)).toBe('\r\u001b[K');
  expect(drawn.join('')).not.toContain('\n');
  expect(watch({ isTTY: true }, 0)).toEqual([]);
});

test.each([1, 2, 10, 17, 24, 25, 40, 80, 200])('a bar fits a terminal of %i columns', (columns) => {
  for (const percent of [0, 7, 50, 99, 100])
    expect(drawBar('Importing', percent, columns).length).toBeLessThan(Math.max(columns, 1));
});

test('what is unknown, too much or negative stays between 0 and 100', () => {
  const [empty, over, under] = [
    [0, 0],
    [5, 3],
    [-1, 3],
  ].map(([done = 0, all = 0]) => {
    const written: string[] = [];
    let time = 0;
    const progress = createProgress({ isTTY: true, write: (text: string) => written.push(text) }, 'X', () => time);
    time = 1000;
    progress.show(done, all);
    return written.join('');
  });
  expect([empty, over, under].map((text) => /(\d+) %/.exec(text ?? '')?.[1])).toEqual(['100', '100', '0']);
});
