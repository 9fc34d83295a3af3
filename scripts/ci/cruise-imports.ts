import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { cruise, type IViolation } from 'dependency-cruiser';
import { importRules, cruiseOptions } from './import-rules.ts';

const folders = ['content', 'contract', 'app', 'api', 'scripts', 'tests', 'bench'];

export interface ArrowsRead {
  /** Our own modules that were read, packages aside. */
  modules: string[];
  violations: IViolation[];
}

export async function cruiseImports(root: string): Promise<ArrowsRead> {
  const here = folders.filter((folder) => existsSync(join(root, folder)));
  const { output } = await cruise(here, {
    ...cruiseOptions,
    baseDir: root,
    validate: true,
    ruleSet: { forbidden: importRules },
  });
  if (typeof output === 'string') throw new Error(`dependency-cruiser answered with text: ${output}`);
  const modules = output.modules.map((module) => module.source).filter((source) => !source.includes('node_modules'));
  return { modules, violations: output.summary.violations };
}
