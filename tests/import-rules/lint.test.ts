import { type Files, inSeededTree } from './seed-tree.ts';
import { spawnSync } from 'node:child_process';
import { symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

interface LintCase {
  /** As oxlint prints it. */
  rule: string;
  /** All cases are linted together, so no two may share a path. */
  files: Files;
}

export const lintCases: LintCase[] = [
  { rule: 'node(no-process-env)', files: { 'api/level.ts': 'export const level = process.env.LOG_LEVEL;\n' } },
  { rule: 'typescript(TS2322)', files: { 'api/mistyped.ts': "export const count: number = 'one';\n" } },
  { rule: 'eslint(no-console)', files: { 'api/greet.ts': "console.info('started');\n" } },
  { rule: 'import(no-default-export)', files: { 'api/nameless.ts': 'export default 1;\n' } },
  {
    rule: 'import(no-cycle)',
    files: {
      'app/first.ts': "import { b } from './second.ts';\nexport const a = () => b;\n",
      'app/second.ts': "import { a } from './first.ts';\nexport const b = () => a;\n",
    },
  },
  {
    rule: 'typescript(no-floating-promises)',
    // What a Drizzle query is: it runs when it is awaited, and not before.
    files: {
      'api/insert.ts': `declare function insert(): { then(done: (rows: number) => void, failed: (error: unknown) => void): void };
export function save() {
  insert();
}
`,
    },
  },
  {
    rule: 'typescript(no-misused-promises)',
    files: { 'api/found.ts': 'export const odd = (found: Promise<boolean>) => (found ? 1 : 2);\n' },
  },
  { rule: 'typescript(await-thenable)', files: { 'api/eager.ts': 'export const odd = async () => await 1;\n' } },
  {
    rule: 'typescript(no-explicit-any)',
    files: { 'api/anything.ts': 'export const odd = (x: any): unknown => typeof x;\n' },
  },
  {
    rule: 'react(hooks)',
    files: {
      'app/sometimes.tsx': `import { useState } from 'react';
export function Odd({ isOpen }: { isOpen: boolean }) {
  if (isOpen) useState(0);
  return null;
}
`,
    },
  },
  { rule: 'jsx-a11y(alt-text)', files: { 'app/mute.tsx': 'export const Odd = () => <img src="/logo.svg" />;\n' } },
  { rule: 'unicorn(filename-case)', files: { 'app/OddName.ts': 'export const odd = 1;\n' } },
];

interface Report {
  diagnostics: { code: string; filename: string }[];
  number_of_files: number;
}

function lint(files: Files): Promise<Report> {
  return inSeededTree(files, ['.oxlintrc.json', '.gitignore', 'tsconfig.json'], async (root) => {
    await symlink(resolve('node_modules'), join(root, 'node_modules'));
    const bin = resolve('node_modules/.bin');
    const env = { ...process.env, PATH: `${bin}:${process.env.PATH}` };
    const { stdout } = spawnSync(`${bin}/oxlint`, ['--format=json'], { cwd: root, env, encoding: 'utf8' });
    return JSON.parse(stdout) as Report;
  });
}

const seeded = await lint(Object.assign({}, ...lintCases.map(({ files }) => files)) as Files);

test.each(lintCases)('$rule is reported', ({ rule, files }) => {
  const found = seeded.diagnostics.filter(({ filename }) => filename in files);
  expect(found.map(({ code }) => code)).toContain(rule);
});

test('allowed code is not reported, and was read', async () => {
  const report = await lint({
    'api/lib/env.ts': 'export const port = process.env.PORT;\n',
    'main/web/routes/marketing/home.tsx': 'export default function Home() {\n  return <p>Bonjour</p>;\n}\n',
  });
  expect(report).toMatchObject({ diagnostics: [], number_of_files: 2 });
});
