import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { makeTemporaryFolder } from '../../scripts/lib/processes.ts';

/** Files that are the same for all test files and for later runs, each with a name that says what it was made from. */
const root = join(import.meta.dirname, '../../node_modules/.cache/tests');
mkdirSync(root, { recursive: true });

export const sharedPath = (name: string) => join(root, name);

/** The shared file or folder of this name, or nothing if no test file has made it yet. */
export const findShared = (name: string) => (existsSync(sharedPath(name)) ? sharedPath(name) : undefined);

/** A folder to make it in: another test file may be making it at the same time. */
export const makeDraft = () => makeTemporaryFolder('draft', root);

const week = 7 * 24 * 60 * 60 * 1000;

/** Shares a finished draft, or what another test file has shared first. Removes what was made a week ago. */
export function share(draft: string, name: string): string {
  try {
    renameSync(draft, sharedPath(name));
  } catch {
    rmSync(draft, { recursive: true });
  }
  for (const path of readdirSync(root).map((one) => join(root, one))) {
    const made = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (made < Date.now() - week) rmSync(path, { recursive: true, force: true });
  }
  return sharedPath(name);
}
