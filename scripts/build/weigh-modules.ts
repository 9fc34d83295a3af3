import { mkdirSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Plugin } from 'vite';

/** Bytes of each module in each chunk, before minification; scripts/budgets reads it to name what grew. */
export type ModuleWeights = Record<string, Record<string, number>>;
export const modulesFile = 'build/modules.json';

/** What each chunk imports when it is loaded, and the source file that it was made for. */
export type ChunkGraph = Record<string, { source?: string; imports: string[] }>;
export const chunksFile = 'build/chunks.json';

/** The module's file, whatever the machine it was built on. */
const nameOf = (id: string) =>
  relative(process.cwd(), id.replace(/\?.*$/, '').replace(/^\0/, ''))
    .replaceAll('\\', '/')
    .replace(/^.*(?=node_modules\/)/, '');

/** Writes down what each chunk of the browser's code is made of. */
export const weighModules = (): Plugin => ({
  name: 'weigh-modules',
  apply: 'build',
  applyToEnvironment: (environment) => environment.name === 'client',
  generateBundle(_, bundle) {
    const weights: ModuleWeights = {};
    const chunks: ChunkGraph = {};
    for (const output of Object.values(bundle)) {
      if (output.type !== 'chunk') continue;
      const modules: Record<string, number> = {};
      for (const [id, { renderedLength }] of Object.entries(output.modules)) {
        const name = nameOf(id);
        modules[name] = (modules[name] ?? 0) + renderedLength;
      }
      weights[output.fileName] = modules;
      chunks[output.fileName] = {
        imports: output.imports,
        ...(output.facadeModuleId === null ? {} : { source: nameOf(output.facadeModuleId) }),
      };
    }
    mkdirSync('build', { recursive: true });
    writeFileSync(modulesFile, JSON.stringify(weights, null, 1));
    writeFileSync(chunksFile, JSON.stringify(chunks, null, 1));
  },
});
