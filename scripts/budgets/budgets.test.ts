import { expect, test } from 'vitest';
import { type Budgets, findExceededBudgets, record, type Weights } from './budgets.ts';

const home = {
  html: 20_000,
  script: 80_000,
  withIslands: 85_000,
  total: 120_000,
  requests: 11,
  requestsWithIslands: 13,
  chunks: ['assets/site-AbCdEf12.js', 'assets/home-12345678.js'],
};
const weights: Weights = {
  pages: { '/': home },
  modules: {
    'assets/site-AbCdEf12.js': { 'main/web/root.tsx': 900 },
    'assets/home-12345678.js': { 'main/web/routes/marketing/home.tsx': 4000 },
  },
};
const limits = {
  site: { script: 95 * 1024, withIslands: 100 * 1024, requests: 12, requestsWithIslands: 14 },
  signIn: { script: 120 * 1024, withIslands: 122 * 1024, requests: 20, requestsWithIslands: 21 },
  portal: { script: 150 * 1024, withIslands: 150 * 1024, requests: 16, requestsWithIslands: 17 },
  portalTab: { script: 175 * 1024, withIslands: 175 * 1024, requests: 22, requestsWithIslands: 23 },
  desk: { script: 160 * 1024, withIslands: 160 * 1024, requests: 24, requestsWithIslands: 24 },
  homeTotal: 130 * 1024,
};
const budgets = record(weights, { limits, slack: 1024 });
const grown = (change: Partial<typeof home>, modules = weights.modules): Weights => ({
  pages: { '/': { ...home, ...change } },
  modules,
});

test('what was recorded fits', () => {
  expect(findExceededBudgets(weights, budgets)).toEqual([]);
  expect(findExceededBudgets(grown({ script: 81_000 }), budgets)).toEqual([]);
});

test('growth names the page, the chunk and the module', () => {
  const modules = { ...weights.modules, 'assets/home-12345678.js': { 'main/web/routes/marketing/home.tsx': 9000 } };
  expect(findExceededBudgets(grown({ script: 85_000 }, modules), budgets)).toEqual([
    '/: its script grew by 4.9 KB to 83.0 KB',
    '    chunk home: main/web/routes/marketing/home.tsx +5000 bytes before minification',
  ]);
});

test('the limits hold even where the record would allow more', () => {
  const generous: Budgets = { ...budgets, pages: { '/': { html: 20_000, script: 100_000, withIslands: 200_000 } } };
  expect(
    findExceededBudgets(
      grown({ script: 98_000, withIslands: 103_000, total: 140_000, requests: 13, requestsWithIslands: 15 }),
      generous,
    ),
  ).toEqual([
    '/ loads 95.7 KB of JavaScript, over its 95.0 KB',
    '/ loads 100.6 KB with its islands, over its 100.0 KB',
    '/ loads 136.7 KB in all, over its 130.0 KB',
    '/ requests 13 files, over its 12',
    '/ requests 15 files with its islands, over its 14',
  ]);
});

test('a page without a recorded weight is reported', () => {
  expect(findExceededBudgets(weights, { ...budgets, pages: {} })).toEqual(['/ has no recorded weight yet']);
});

test('sign-in has limits of its own, for its code after hydration too', () => {
  const signIn: Weights = {
    ...weights,
    pages: { '/customer-auth': { ...home, withIslands: 126_000, requestsWithIslands: 22 } },
  };
  expect(findExceededBudgets(signIn, record(signIn, { limits, slack: 1024 }))).toEqual([
    '/customer-auth loads 123.0 KB with its islands, over its 122.0 KB',
    '/customer-auth requests 22 files with its islands, over its 21',
  ]);
});
