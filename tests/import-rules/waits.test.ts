import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { timeLimits } from '../support/time-limits.ts';

/** Waits with a limit of their own, and tests with less time than others. */
function findShortWaits(source: string): string[] {
  const own = source.match(/\bvi\.wait(?:For|Until)\b|\.poll\([^;]*?\btimeout: [\d_]+/g) ?? [];
  const limits = source.matchAll(/\{ timeout: ([\d_]+) \}, (?:async )?\(|^\s*(?:\}, )?([\d_]{4,}),?\s*\);/gm);
  const short = [...limits].filter(([, option, last]) => {
    const limit = Number((option ?? last ?? '').replaceAll('_', ''));
    return limit < timeLimits.test;
  });
  return [...own, ...short.map(([found]) => found.trim())];
}

test('no test has a shorter limit than tests/support/time-limits.ts', () => {
  const files = globSync('{app,api,contract,content,main,modules,scripts,bench,tests}/**/*.test.{ts,tsx}').filter(
    (file) => !file.endsWith('import-rules/waits.test.ts'),
  );
  expect(files.length).toBeGreaterThan(300);
  const found = files.flatMap((file) => findShortWaits(readFileSync(file, 'utf8')).map((wait) => `${file}: ${wait}`));
  expect(found).toEqual([]);
});

test('a wait with a limit of its own is found', () => {
  expect(findShortWaits('await vi.waitFor(() => done());')).toHaveLength(1);
  expect(findShortWaits('await expect.poll(count, { timeout: 20_000 }).toBe(2);')).toHaveLength(1);
  expect(findShortWaits("test('a', { timeout: 60_000 }, async () => {});")).toHaveLength(1);
  expect(findShortWaits("test('a', async () => {\n}, 60_000);")).toHaveLength(1);
  expect(findShortWaits("test('a', { timeout: 600_000 }, async () => { await expect.poll(count).toBe(2); });")).toEqual(
    [],
  );
});
