import { type Files, inSeededTree } from './seed-tree.ts';
import { expect, test } from 'vitest';
import { checkImports, importRules, moduleNames } from '../../scripts/ci/import-rules.ts';

interface ImportCase {
  rule: string;
  /** Breaks this rule and no other. */
  broken: Files;
  /** Comes as near as the rule allows. */
  kept: Files;
}

const value = 'export const value = 1;\n';
const type = 'export type Value = number;\n';
const importValue = (from: string) => `import { value } from '${from}';\nexport const used = value;\n`;
const importType = (from: string) => `import type { Value } from '${from}';\nexport const used: Value = 1;\n`;

export const importCases: ImportCase[] = [
  {
    rule: 'content-is-a-leaf',
    broken: { 'content/site.ts': importType('#contract/tickets.ts'), 'contract/tickets.ts': type },
    kept: { 'content/site.ts': importValue('./schema/site.ts'), 'content/schema/site.ts': value },
  },
  {
    rule: 'content-uses-no-library',
    broken: { 'content/pages/home.ts': importValue('zod') },
    kept: { 'content/schema/pages.ts': importValue('zod') },
  },
  {
    rule: 'content-schema-uses-zod-only',
    broken: { 'content/schema/pages.ts': importValue('node:fs') },
    kept: { 'content/schema/pages.ts': importValue('zod') },
  },
  {
    rule: 'contract-is-a-leaf',
    broken: { 'contract/tickets.ts': importType('#api/services/tickets.ts'), 'api/services/tickets.ts': type },
    kept: { 'contract/tickets.ts': importValue('./lists.ts'), 'contract/lists.ts': value },
  },
  {
    rule: 'components-import-no-content',
    broken: { 'app/marketing/sections/hero.tsx': importValue('#content/site.ts'), 'content/site.ts': value },
    kept: { 'app/features/forms/form.tsx': importType('#content/schema/pages.ts'), 'content/schema/pages.ts': type },
  },
  {
    rule: 'components-import-no-features',
    broken: {
      'app/components/ui/card.tsx': importType('#app/features/auth/form.tsx'),
      'app/features/auth/form.tsx': type,
    },
    kept: { 'app/components/ui/card.tsx': importValue('#app/lib/formats.ts'), 'app/lib/formats.ts': value },
  },
  {
    rule: 'no-cross-feature-imports',
    broken: {
      'app/features/auth/form.tsx': importValue('../tickets/dialog.tsx'),
      'app/features/tickets/dialog.tsx': value,
    },
    kept: { 'app/features/auth/form.tsx': importValue('./field.tsx'), 'app/features/auth/field.tsx': value },
  },
  {
    rule: 'lib-imports-nothing',
    broken: { 'app/lib/seo.ts': importValue('#app/components/ui/card.ts'), 'app/components/ui/card.ts': value },
    kept: { 'app/lib/seo.ts': importValue('#contract/lists.ts'), 'contract/lists.ts': value },
  },
  {
    rule: 'app-imports-api-types-only',
    broken: { 'app/lib/client.ts': importValue('#api/routes/app.ts'), 'api/routes/app.ts': value },
    kept: { 'app/lib/client.ts': importType('#api/routes/app.ts'), 'api/routes/app.ts': type },
  },
  {
    rule: 'api-imports-no-app',
    broken: { 'main/app.ts': importType('#app/lib/client.ts'), 'app/lib/client.ts': type },
    kept: { 'main/app.ts': importValue('#contract/lists.ts'), 'contract/lists.ts': value },
  },
  {
    rule: 'api-imports-no-content',
    broken: { 'api/lib/company.ts': importValue('#content/pages/home.ts'), 'content/pages/home.ts': value },
    kept: { 'api/lib/company.ts': importValue('#content/site.ts'), 'content/site.ts': value },
  },
  {
    rule: 'company-facts-in-one-module',
    broken: { 'main/app.ts': importValue('#content/site.ts'), 'content/site.ts': value },
    kept: { 'api/lib/company.ts': importValue('#content/site.ts'), 'content/site.ts': value },
  },
  {
    rule: 'services-import-no-http',
    broken: { 'api/services/tickets.ts': importType('hono') },
    kept: { 'api/routes/tickets.ts': importType('hono') },
  },
  {
    rule: 'routes-import-no-database',
    broken: { 'api/routes/tickets.ts': importValue('#api/db/connect.ts'), 'api/db/connect.ts': value },
    kept: {
      'api/routes/tickets.ts': importType('#api/db/connect.ts'),
      'api/services/tickets.ts': importValue('#api/db/connect.ts'),
      'api/db/connect.ts': `${value}${type}`,
    },
  },
  {
    rule: 'api-lib-imports-nothing',
    broken: { 'api/lib/page.ts': importType('#api/mail/markup.ts'), 'api/mail/markup.ts': type },
    kept: { 'api/mail/render.ts': importType('#api/lib/markup.ts'), 'api/lib/markup.ts': type },
  },
  {
    rule: 'database-imports-nothing-above',
    broken: { 'api/db/connect.ts': importValue('#api/services/tickets.ts'), 'api/services/tickets.ts': value },
    kept: { 'api/db/connect.ts': importValue('../lib/env.ts'), 'api/lib/env.ts': value },
  },
  {
    rule: 'ground-imports-no-composition',
    broken: { 'api/services/people/users.ts': importType('#main/admin/erase.ts'), 'main/admin/erase.ts': type },
    kept: {
      'main/admin/erase.ts': importValue('#api/services/people/users.ts'),
      'api/services/people/users.ts': value,
    },
  },
  {
    rule: 'ground-imports-no-modules',
    broken: { 'api/mail/mail.ts': importType('#modules/leads/server/alert.ts'), 'modules/leads/server/alert.ts': type },
    kept: { 'modules/leads/server/alert.ts': importType('#api/mail/mail.ts'), 'api/mail/mail.ts': type },
  },
  {
    rule: 'module-contracts-are-leaves',
    broken: {
      'modules/leads/contract/lead.ts': importType('../server/judge.ts'),
      'modules/leads/server/judge.ts': type,
    },
    kept: { 'modules/leads/contract/lead.ts': importType('#contract/lists.ts'), 'contract/lists.ts': type },
  },
  {
    rule: 'module-copy-is-data',
    broken: { 'modules/leads/copy/desk.fr.ts': importType('../desk/lead.ts'), 'modules/leads/desk/lead.ts': type },
    kept: { 'modules/leads/copy/desk.fr.ts': importType('./desk.en.ts'), 'modules/leads/copy/desk.en.ts': type },
  },
  ...moduleNames.map((name) => ({
    rule: `${name}-imports-declared-modules`,
    broken: {
      [`modules/${name}/server/job.ts`]: importType('#modules/other/server/job.ts'),
      'modules/other/server/job.ts': type,
    },
    kept: { [`modules/${name}/server/job.ts`]: importType('./queue.ts'), [`modules/${name}/server/queue.ts`]: type },
  })),
  {
    rule: 'auth-core-imports-no-sessions',
    broken: {
      'api/auth/core/cookies.ts': importType('#api/auth/session/sessions.ts'),
      'api/auth/session/sessions.ts': type,
    },
    kept: {
      'api/auth/session/sessions.ts': importValue('#api/auth/core/cookies.ts'),
      'api/auth/core/cookies.ts': value,
    },
  },
  {
    rule: 'auth-sessions-import-no-credentials',
    broken: {
      'api/auth/session/devices.ts': importValue('#api/auth/credentials/sign-in.ts'),
      'api/auth/credentials/sign-in.ts': value,
    },
    kept: {
      'api/auth/credentials/sign-in.ts': importValue('#api/auth/session/devices.ts'),
      'api/auth/session/devices.ts': value,
    },
  },
  {
    rule: 'auth-credentials-import-no-account',
    broken: {
      'api/auth/credentials/passkeys.ts': importValue('#api/auth/account/sign-up.ts'),
      'api/auth/account/sign-up.ts': value,
    },
    kept: {
      'api/auth/account/sign-up.ts': importValue('#api/auth/credentials/passkeys.ts'),
      'api/auth/credentials/passkeys.ts': value,
    },
  },
  {
    rule: 'nothing-imports-main',
    broken: { 'main/app.test.ts': importValue('./main.ts'), 'main/main.ts': value },
    kept: { 'main/main.ts': importValue('./app.ts'), 'main/app.ts': value },
  },
  {
    rule: 'no-cycles',
    broken: { 'api/a.ts': importValue('./b.ts'), 'api/b.ts': `${importType('./a.ts')}${value}` },
    kept: { 'api/a.ts': importValue('./b.ts'), 'api/b.ts': value },
  },
  {
    rule: 'no-barrels',
    broken: { 'contract/all.ts': "export * from './lists.ts';\n", 'contract/lists.ts': value },
    kept: { 'contract/all.ts': importValue('./lists.ts'), 'contract/lists.ts': value },
  },
  {
    rule: 'layers-import-no-tools',
    broken: { 'main/app.ts': importValue('../scripts/free-port.ts'), 'scripts/free-port.ts': value },
    kept: { 'main/app.test.ts': importValue('../scripts/free-port.ts'), 'scripts/free-port.ts': value },
  },
  {
    rule: 'tests-import-only-in-tests',
    broken: { 'scripts/report.ts': importValue('#tests/support/site.ts'), 'tests/support/site.ts': value },
    kept: { 'main/app.test.ts': importValue('#tests/support/site.ts'), 'tests/support/site.ts': value },
  },
  {
    rule: 'production-code-needs-production-packages',
    broken: { 'main/app.ts': importValue('vitest') },
    kept: { 'main/app.test.ts': importValue('vitest'), 'scripts/build/build.ts': importType('vitest') },
  },
  {
    rule: 'packages-are-listed',
    broken: { 'scripts/report.ts': importValue('stray') },
    kept: { 'scripts/report.ts': importValue('vitest') },
  },
  {
    rule: 'imports-resolve',
    broken: { 'main/web/root.tsx': importValue('./gone.ts') },
    kept: { 'main/web/routes/marketing/home.tsx': importType('./+types/home.ts') },
  },
];

// Stubs to resolve: dependencies, a development dependency, and one that package.json does not list.
const packages = Object.fromEntries(
  ['zod', 'hono', 'vitest', 'stray'].flatMap((name) => [
    [`node_modules/${name}/package.json`, JSON.stringify({ name, version: '1.0.0', main: 'index.js' })],
    [`node_modules/${name}/index.js`, ''],
  ]),
);

/** Reading a tree takes seconds, so cases whose files do not contradict each other share one. */
function packTrees(all: readonly Files[]): Files[][] {
  const trees: Files[][] = [];
  const fits = (tree: readonly Files[], files: Files) =>
    tree.every((other) => Object.keys(files).every((path) => !(path in other)));
  for (const files of all) {
    const tree = trees.find((one) => fits(one, files));
    if (tree === undefined) trees.push([files]);
    else tree.push(files);
  }
  return trees;
}

/** The rules that the files of each case break. */
async function rulesBrokenBy(all: readonly Files[]): Promise<Map<Files, string[]>> {
  const broken = new Map<Files, string[]>();
  for (const tree of packTrees(all)) {
    const files: Files = Object.assign({}, packages, ...tree);
    const { modules, violations } = await inSeededTree(files, [], checkImports);
    for (const one of tree) {
      expect(modules).toEqual(expect.arrayContaining(Object.keys(one)));
      const rules = violations.filter(({ from }) => from in one).map(({ rule }) => rule.name);
      broken.set(one, [...new Set(rules)]);
    }
  }
  return broken;
}

test('each rule is reported when it is broken, and only then', async () => {
  const found = await rulesBrokenBy(importCases.map(({ broken }) => broken));
  expect(importCases.map(({ broken }) => found.get(broken))).toEqual(importCases.map(({ rule }) => [rule]));
  const kept = await rulesBrokenBy(importCases.map((one) => one.kept));
  expect(importCases.filter((one) => kept.get(one.kept)?.length !== 0)).toEqual([]);
});

test('every import rule has a case above, and a reason', () => {
  expect(importCases.map(({ rule }) => rule)).toEqual(importRules.map(({ name }) => name));
  for (const { comment } of importRules) expect(comment).toMatch(/^.{30,}\.$/);
});

test('an import is followed through dynamic imports and re-exports', async () => {
  const target = { 'api/routes/app.ts': 'export const value = 1;\n' };
  const lazy = `export const load = () => [1].map(async () => ({ page: await import('#api/routes/app.ts') }));\n`;
  const reexported = `import { value } from '#api/routes/app.ts';\nexport { value };\n`;
  const mixed = `import type { Value } from '#api/routes/app.ts';\nimport { value } from '#api/routes/app.ts';\nexport const used: Value = value;\n`;
  const files = {
    'app/lib/lazy.ts': lazy,
    'app/lib/reexported.ts': reexported,
    'app/lib/mixed.ts': mixed,
    ...target,
  };
  const { violations } = await inSeededTree({ ...packages, ...files }, [], checkImports);
  expect(violations.map(({ from, rule }) => `${from}: ${rule.name}`).toSorted()).toEqual(
    ['lazy', 'mixed', 'reexported'].map((name) => `app/lib/${name}.ts: app-imports-api-types-only`),
  );
});
