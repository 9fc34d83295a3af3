import { z } from 'zod';
import type { Tally } from './steps.ts';

const vitestResults = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number(),
  testResults: z.array(z.object({ status: z.string(), assertionResults: z.array(z.unknown()) })),
});

const playwrightResults = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number(), skipped: z.number() }),
  errors: z.array(z.unknown()),
});

// A run can fail with every test green: an unhandled error, a coverage of nothing, a server that would not start.
function unlessAllGreen(tally: Tally, ok: boolean): Tally {
  return ok || tally.failed > 0 ? tally : { ...tally, failed: 1 };
}

export function readVitest(json: string, ok: boolean): Tally {
  const results = vitestResults.parse(JSON.parse(json));
  const brokenFiles = results.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  );
  return unlessAllGreen(
    {
      passed: results.numPassedTests,
      failed: results.numFailedTests + brokenFiles.length,
      skipped: results.numPendingTests + results.numTodoTests,
    },
    ok,
  );
}

export function readPlaywright(json: string, ok: boolean): Tally {
  const { stats, errors } = playwrightResults.parse(JSON.parse(json));
  const failed = stats.unexpected + stats.flaky + errors.length;
  return unlessAllGreen({ passed: stats.expected, failed, skipped: stats.skipped }, ok);
}
