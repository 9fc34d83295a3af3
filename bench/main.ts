/**
 * `npm run bench`: everything below, one after the other. `npm run bench -- serving` runs one part; further arguments are
 * passed to it. Build first. All figures are ratios against a floor or a peer that is measured in the same run.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { endWithParent, stopWithNpm } from '../scripts/lib/processes.ts';

const parts = [
  'serving',
  'api',
  'desk',
  'dashboard',
  'search',
  'threads',
  'mail',
  'documents',
  'portal',
  'pages',
  'rest',
  'pooler',
  'capacity',
  'memory',
];
const [wanted, ...rest] = process.argv.slice(2);

if (!existsSync('build/api/main.js')) {
  console.error('There is no build to measure: run npm run build first.');
  process.exit(1);
}
if (wanted !== undefined && !parts.includes(wanted)) {
  console.error(`There is no part « ${wanted} »: it is one of ${parts.join(', ')}.`);
  process.exit(1);
}

stopWithNpm();
for (const part of wanted === undefined ? parts : [wanted]) {
  console.log(`\n# ${part}\n`);
  const args = [join(import.meta.dirname, `${part}.ts`), ...rest];
  const child = endWithParent(spawn(process.execPath, args, { stdio: 'inherit' }));
  await once(child, 'exit');
  if (child.exitCode !== 0) process.exitCode = 1;
}
