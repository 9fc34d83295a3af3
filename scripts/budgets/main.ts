/**
 * `npm run budgets`: compares the size of every built page with its budget. `npm run budgets -- --accept` records
 * the current sizes; the commit message says why.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { siteManifestSchema } from '../../api/server/site/manifest.ts';
import { type Budgets, findExceededBudgets, record } from './compare.ts';
import { weighPages } from './weigh-pages.ts';
import { type ModuleWeights, modulesFile } from '../build/weigh-modules.ts';

const budgetsFile = join(import.meta.dirname, 'budgets.json');
const readJson = async <T>(file: string) => JSON.parse(await readFile(file, 'utf8')) as T;

const budgets = await readJson<Budgets>(budgetsFile);
const { files } = siteManifestSchema.parse(await readJson('build/site.json'));
const weights = {
  pages: await weighPages('build/client', files),
  modules: await readJson<ModuleWeights>(modulesFile),
};

if (process.argv.includes('--accept')) {
  await writeFile(budgetsFile, `${JSON.stringify(record(weights, budgets), null, 2)}\n`);
  console.log(`Recorded ${Object.keys(weights.pages).length} pages.`);
} else {
  const exceeded = findExceededBudgets(weights, budgets);
  const heaviest = Object.entries(weights.pages).toSorted(([, one], [, other]) => other.script - one.script);
  const kilobytes = (bytes: number) => `${(bytes / 1024).toFixed(1).padStart(6)} KB`;
  for (const [path, { script, withIslands, html, total, requests }] of heaviest) {
    console.log(
      `${kilobytes(script)} script ${kilobytes(withIslands)} with islands ${kilobytes(html)} html ${kilobytes(total)} in all ${String(requests).padStart(3)} files  ${path}`,
    );
  }
  if (exceeded.length > 0) {
    console.error(
      `\n${exceeded.join('\n')}\n\nMake them smaller, or record them with npm run budgets -- --accept and say why.`,
    );
    process.exitCode = 1;
  }
}
