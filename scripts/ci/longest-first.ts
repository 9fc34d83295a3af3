import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files whose tests wait for whole servers, longest first. Vitest itself starts large files first, and these are small. */
const longest = [
  '/tests/resilience/chaos/',
  '/tests/resilience/',
  '/api/admin/backup/backup.test.ts',
  '/api/main.test.ts',
];

const rankOf = ({ moduleId }: TestSpecification) => {
  const rank = longest.findIndex((part) => moduleId.includes(part));
  return rank === -1 ? longest.length : rank;
};

/** One of them started last would run alone for minutes, with the other cores idle. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- the sequencer's own method, not an array's
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => rankOf(one) - rankOf(other));
  }
}
