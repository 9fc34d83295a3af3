import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from 'vitest';

// What reads the variable itself keeps the fallback, as only `font-heading` changes it once the page is painted.
test('stylesheets set the heading font with `@apply font-heading` only', () => {
  const files = globSync('app/styles/*.css').filter((path) => basename(path) !== 'fonts.css');
  expect(files.length).toBeGreaterThan(5);
  expect(files.filter((path) => /var\(--(?:heading-face|font-heading)\)/.test(readFileSync(path, 'utf8')))).toEqual([]);
});
