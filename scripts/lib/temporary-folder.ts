import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// A process of another container looks as if it had ended, but no test run takes so long.
const longestRun = 60 * 60 * 1000;

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** A new folder, named after this process. Those of the same name whose process was killed before it could remove them go first. */
export function makeTemporaryFolder(name: string, root = tmpdir()): string {
  mkdirSync(root, { recursive: true });
  for (const entry of readdirSync(root)) {
    const [prefix, pid] = [entry.slice(0, name.length + 1), /^(\d+)-/.exec(entry.slice(name.length + 1))?.[1]];
    if (prefix !== `${name}-` || pid === undefined || isRunning(Number(pid))) continue;
    const folder = join(root, entry);
    const changed = statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (Date.now() - changed > longestRun) rmSync(folder, { recursive: true, force: true });
  }
  return mkdtempSync(join(root, `${name}-${process.pid}-`));
}
