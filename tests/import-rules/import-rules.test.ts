import { expect, test } from 'vitest';
import { checkImports, importRules } from '../../scripts/ci/import-rules.ts';
import { importCases } from './import-cases.ts';
import { type Files, inSeededTree } from './seed-tree.ts';

// Stubs to resolve: dependencies, a development dependency, and one that package.json does not list.
const packages = Object.fromEntries(
  ['zod', 'hono', 'vitest', 'stray'].flatMap((name) => [
    [`node_modules/${name}/package.json`, JSON.stringify({ name, version: '1.0.0', main: 'index.js' })],
    [`node_modules/${name}/index.js`, ''],
  ]),
);

async function rulesBrokenBy(files: Files): Promise<string[]> {
  const { modules, violations } = await inSeededTree({ ...packages, ...files }, [], checkImports);
  expect(modules).toEqual(expect.arrayContaining(Object.keys(files)));
  return [...new Set(violations.map((violation) => violation.rule.name))];
}

test.each(importCases)('$rule is reported when it is broken, and only then', async ({ rule, broken, kept }) => {
  expect(await rulesBrokenBy(broken)).toEqual([rule]);
  expect(await rulesBrokenBy(kept)).toEqual([]);
});

test('every import rule has a case above, and a reason', () => {
  expect(importCases.map(({ rule }) => rule)).toEqual(importRules.map(({ name }) => name));
  for (const { comment } of importRules) expect(comment).toMatch(/^.{30,}\.$/);
});

test('an import is followed through dynamic imports and re-exports', async () => {
  const target = { 'api/app.ts': 'export const value = 1;\n' };
  const lazy = `export const load = () => [1].map(async () => ({ page: await import('#api/app.ts') }));\n`;
  const reexported = `import { value } from '#api/app.ts';\nexport { value };\n`;
  const mixed = `import type { Value } from '#api/app.ts';\nimport { value } from '#api/app.ts';\nexport const used: Value = value;\n`;
  for (const source of [lazy, reexported, mixed]) {
    expect(await rulesBrokenBy({ 'app/lib/client.ts': source, ...target })).toEqual(['app-imports-api-types-only']);
  }
});

test('the layers of this project are read, and keep every rule', async () => {
  const { modules, violations } = await checkImports(process.cwd());
  for (const layer of ['content/', 'app/', 'api/']) {
    expect(modules.filter((module) => module.startsWith(layer)).length, layer).toBeGreaterThan(10);
  }
  expect(violations.map(({ from, to, rule }) => `${from} → ${to}: ${rule.name}`)).toEqual([]);
});
