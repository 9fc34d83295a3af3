import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packagedDocuments, packagedLinks } from './stage-debian.ts';

test.each(packagedDocuments)('the links of %s in the package lead to files of the package', (document) => {
  const text = packagedLinks(readFileSync(join('docs', document), 'utf8'));
  const targets = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target.split('#', 1)[0] ?? '');
  expect(targets.filter((one) => !/^(?:https?:.*)?$/.test(one) && !packagedDocuments.includes(one))).toEqual([]);
});

test('a file that the package has elsewhere is named with its place', () => {
  expect(packagedLinks('See the [example](../packaging/company.example.json) and [faults](resilience.md#kills).')).toBe(
    'See the example (/usr/lib/rempart-azur/company.example.json) and faults.',
  );
});
