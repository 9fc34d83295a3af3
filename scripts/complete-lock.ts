import { readFile, writeFile } from 'node:fs/promises';
import { type Lock, lockFaults, missingPlatforms } from './lockfile/complete-lock.ts';

const lock = JSON.parse(await readFile('package-lock.json', 'utf8')) as Lock;

if (process.argv.includes('--check')) {
  const faults = lockFaults(lock);
  if (faults.length > 0) {
    console.error(`${faults.join('\n')}\nRun \`npm run lock\` and commit package-lock.json.`);
    process.exitCode = 1;
  }
} else {
  const missing = missingPlatforms(lock);
  for (const locked of Object.values(lock.packages)) delete locked.resolved;
  const byPath = ([a]: [string, unknown], [b]: [string, unknown]) => a.localeCompare(b, 'en');
  const packages = Object.fromEntries(Object.entries({ ...lock.packages, ...missing }).toSorted(byPath));
  await writeFile('package-lock.json', `${JSON.stringify({ ...lock, packages }, null, 2)}\n`);
  console.log(`package-lock.json: ${Object.keys(missing).length} packages of other systems added.`);
}
