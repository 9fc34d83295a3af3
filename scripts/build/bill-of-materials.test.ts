import { readFileSync } from 'node:fs';
import { Spec, Validation } from '@cyclonedx/cyclonedx-library';
import { expect, test } from 'vitest';
import { billOfMaterials, type LockFile } from './bill-of-materials.ts';

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as LockFile;
const madeAt = new Date('2026-01-31T12:00:00Z');
const faultsOf = (bill: object) =>
  new Validation.JsonStrictValidator(Spec.Version.v1dot6).validate(JSON.stringify(bill));

test('the bill keeps to the schema of CycloneDX', async () => {
  const bill = billOfMaterials(lock, madeAt);
  expect(await faultsOf(bill)).toBeNull();
  expect(await faultsOf({ ...bill, components: [{ ...bill.components[0], type: 'stuff' }] })).not.toBeNull();
});

test('it holds every package of a production install, once, and none that only development needs', () => {
  const { components } = billOfMaterials(lock, madeAt);
  const refs = components.map((one) => (one as { purl: string }).purl);
  expect(new Set(refs).size).toBe(refs.length);
  const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Record<string, Record<string, string>>;
  const address = ([name, version]: [string, string]) => `pkg:npm/${name.replace('@', '%40')}@${version}`;
  expect(refs).toEqual(expect.arrayContaining(Object.entries(manifest['dependencies'] ?? {}).map(address)));
  for (const name of ['knip', '@playwright/test', 'lighthouse'])
    expect(refs.filter((ref) => ref.startsWith(`pkg:npm/${name.replace('@', '%40')}@`))).toEqual([]);
});

test('it follows a dependency to the version that Node would load, and says what it is licensed under', () => {
  const bill = billOfMaterials(
    {
      name: 'site',
      version: '1.0.0',
      packages: {
        '': { dependencies: { a: '1.0.0', '@s/b': '1.0.0' } },
        'node_modules/a': { version: '1.0.0', license: 'MIT', dependencies: { c: '^2.0.0' }, integrity: 'sha512-AAEC' },
        'node_modules/a/node_modules/c': { version: '2.0.0', license: '(MIT OR Apache-2.0)' },
        'node_modules/c': { version: '1.0.0', license: 'Public Domain', optional: true },
        'node_modules/@s/b': { version: '1.0.0', dependencies: { c: '^1.0.0' } },
        'node_modules/d': { version: '1.0.0', dev: true },
      },
    },
    madeAt,
  );
  expect(bill.dependencies).toEqual([
    { ref: 'pkg:npm/site@1.0.0', dependsOn: ['pkg:npm/%40s/b@1.0.0', 'pkg:npm/a@1.0.0'] },
    { ref: 'pkg:npm/a@1.0.0', dependsOn: ['pkg:npm/c@2.0.0'] },
    { ref: 'pkg:npm/c@2.0.0', dependsOn: [] },
    { ref: 'pkg:npm/c@1.0.0', dependsOn: [] },
    { ref: 'pkg:npm/%40s/b@1.0.0', dependsOn: ['pkg:npm/c@1.0.0'] },
  ]);
  expect(bill.components).toMatchObject([
    { name: 'a', licenses: [{ license: { id: 'MIT' } }], hashes: [{ alg: 'SHA-512', content: '000102' }] },
    { name: 'c', version: '2.0.0', licenses: [{ expression: 'MIT OR Apache-2.0' }] },
    { name: 'c', version: '1.0.0', scope: 'optional', licenses: [{ license: { name: 'Public Domain' } }] },
    { group: '@s', name: 'b', licenses: [] },
  ]);
});
