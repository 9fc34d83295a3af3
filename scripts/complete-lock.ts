import { readFile, writeFile } from 'node:fs/promises';
import {
  type Lock,
  lockFaults,
  missingPlatforms,
  packageName,
  unhashedBindings,
  withoutIntegrity,
} from './lockfile/complete-lock.ts';
import { runCommand } from './ci/run-command.ts';

const lock = JSON.parse(await readFile('package-lock.json', 'utf8')) as Lock;
/** Binaries of other systems that the registry in use did not have when the lock was made, as `name@version`. */
const exceptionsFile = 'scripts/lockfile/without-integrity.json';

async function publishedHash(name: string, version: string): Promise<string | undefined> {
  const { ok, output } = await runCommand('npm', ['view', `${name}@${version}`, 'dist.integrity']);
  return ok ? /^sha512-[\w+/]+=*$/m.exec(output)?.[0] : undefined;
}

async function addHashes(toComplete: Lock): Promise<void> {
  const paths = withoutIntegrity(toComplete);
  const atOnce = 4;
  for (let start = 0; start < paths.length; start += atOnce) {
    await Promise.all(
      paths.slice(start, start + atOnce).map(async (path) => {
        const locked = toComplete.packages[path];
        if (locked?.version === undefined) return;
        const integrity = await publishedHash(packageName(path), locked.version);
        if (integrity !== undefined) locked.integrity = integrity;
      }),
    );
  }
}

if (process.argv.includes('--check')) {
  const faults = lockFaults(lock, JSON.parse(await readFile(exceptionsFile, 'utf8')) as string[]);
  if (faults.length > 0) {
    console.error(`${faults.join('\n')}\nRun \`npm run lock\` and commit package-lock.json and ${exceptionsFile}.`);
    process.exitCode = 1;
  }
} else {
  const missing = missingPlatforms(lock);
  for (const locked of Object.values(lock.packages)) delete locked.resolved;
  const byPath = ([a]: [string, unknown], [b]: [string, unknown]) => a.localeCompare(b, 'en');
  const packages = Object.fromEntries(Object.entries({ ...lock.packages, ...missing }).toSorted(byPath));
  const completed: Lock = { ...lock, packages };
  await addHashes(completed);
  const exceptions = unhashedBindings(completed);
  await writeFile('package-lock.json', `${JSON.stringify(completed, null, 2)}\n`);
  await writeFile(exceptionsFile, `${JSON.stringify(exceptions, null, 2)}\n`);
  console.log(`package-lock.json: ${Object.keys(missing).length} packages of other systems added.`);
  console.log(`${exceptionsFile}: ${exceptions.length} of them without a hash, as the registry does not have them.`);
}
