import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { pollInterval, timeLimits } from './tests/support/time-limits.ts';

/** Files whose tests wait for whole servers, longest first. Vitest itself starts large files first, and these are small. */
const longest = [
  '/tests/resilience/chaos/',
  '/tests/resilience/',
  '/main/admin/backup/backup.test.ts',
  '/main/main.test.ts',
];

const rankOf = ({ moduleId }: TestSpecification) => {
  const rank = longest.findIndex((part) => moduleId.includes(part));
  return rank === -1 ? longest.length : rank;
};

/** One of them started last would run alone for minutes, with the other cores idle. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- the sequencer's own method, not an array's
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => rankOf(one) - rankOf(other));
  }
}

/** Minutes of kills, outages and full disks: `npm run test:all` runs them, `npm test` the shorter ones. */
const long = [
  'kill-backup',
  'point-in-time',
  'kill-conversation',
  'full-disk',
  'silent-database',
  'chaos/run-chaos',
  'upgrade/upgrade',
].map((name) => `tests/resilience/${name}.test.ts`);

// In each worker process: when Vitest is killed, its channel closes, and the worker must not test on.
const exitWithVitest = "data:text/javascript,process.once('disconnect',()=>process.exit(1))";

export default defineConfig({
  test: {
    include: [
      '{content,contract,app,api,main,modules,scripts,bench,tests/{resilience,import-rules,installed,support}}/**/*.test.{ts,tsx}',
    ],
    exclude: [...configDefaults.exclude, ...(process.env.TESTS === 'all' ? [] : long)],
    environment: 'node',
    setupFiles: 'tests/support/file-times.ts',
    // A process for each file would spend a third of the run on importing the same modules again.
    isolate: false,
    execArgv: ['--import', exitWithVitest],
    // By default one core is left idle; but each worker may hold an embedded database, of a gigabyte.
    maxWorkers: Math.min(availableParallelism(), 4),
    sequence: { sequencer: LongestFirst },
    testTimeout: timeLimits.test,
    hookTimeout: timeLimits.hook,
    expect: { poll: { timeout: timeLimits.wait, interval: pollInterval } },
  },
});
