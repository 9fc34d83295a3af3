import { spawnSync } from 'node:child_process';
import { symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { lintCases } from './lint-cases.ts';
import { type Files, inSeededTree } from './seed-tree.ts';

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
    'app/routes/marketing/home.tsx': 'export default function Home() {\n  return <p>Bonjour</p>;\n}\n',
  });
  expect(report).toMatchObject({ diagnostics: [], number_of_files: 2 });
});
