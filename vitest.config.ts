import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './scripts/ci/longest-first.ts';

export default defineConfig({
  test: {
    include: ['{content,contract,app,api,scripts,tests/{resilience,import-rules,support}}/**/*.test.{ts,tsx}'],
    environment: 'node',
    execArgv: ['--import', './scripts/ci/exit-with-vitest.ts'],
    // By default one core is left idle; but each worker may hold an embedded database, of a gigabyte.
    maxWorkers: Math.min(availableParallelism(), 4),
    sequence: { sequencer: LongestFirst },
    // Databases open and migrations run inside tests, also on slow machines.
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
