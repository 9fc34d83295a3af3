import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';
import { afterAll, expect } from 'vitest';
import { ownCpuSeconds } from '../../scripts/ci/cpu-times.ts';

// Vitest runs this before each test file: `npm test` lists the slowest ones. A worker process runs one file at a time.
const timesFile = process.env.TEST_TIMES ?? '';
const started = { wall: performance.now(), cpu: ownCpuSeconds() };
afterAll(() => {
  const file = relative('.', expect.getState().testPath ?? '');
  const times = { file, seconds: (performance.now() - started.wall) / 1000, cpu: ownCpuSeconds() - started.cpu };
  if (timesFile !== '') appendFileSync(timesFile, `${JSON.stringify(times)}\n`);
});
