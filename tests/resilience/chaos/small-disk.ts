import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A disk of its own, so small that it can be filled. */
export interface SmallDisk {
  folder: string;
  fill(): void;
  makeRoom(): void;
  remove(): void;
}

/** Nothing where this user cannot mount one. */
export function mountSmallDisk(megabytes: number): SmallDisk | undefined {
  if (process.getuid?.() !== 0 || process.platform !== 'linux') return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'siege-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    rmSync(folder, { recursive: true });
    return undefined;
  }
  const ballast = join(folder, 'ballast');
  const remove = () => {
    process.off('exit', remove);
    execFileSync('umount', ['--lazy', folder]);
    rmSync(folder, { recursive: true, force: true });
  };
  // Whatever ends the siege, nothing stays mounted.
  process.on('exit', remove);
  return {
    folder,
    fill: () => {
      for (const size of [1024 * 1024, 4096]) {
        try {
          for (;;) writeFileSync(ballast, Buffer.alloc(size), { flag: 'a' });
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
        }
      }
    },
    makeRoom: () => rmSync(ballast, { force: true }),
    remove,
  };
}
