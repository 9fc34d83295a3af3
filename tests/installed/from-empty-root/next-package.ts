import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { becomeNext, nextVersion } from '#tests/resilience/upgrade/cluster.ts';

/** The package of the release after this one: another version, migration and function. */
export function makeNextPackage(packageFile: string, folder: string): string {
  const tree = join(folder, 'next');
  execFileSync('dpkg-deb', ['--raw-extract', packageFile, tree]);
  becomeNext(join(tree, 'usr/lib/rempart-azur/build'));
  const control = join(tree, 'DEBIAN/control');
  writeFileSync(control, readFileSync(control, 'utf8').replace(/^Version: .*$/m, `Version: ${nextVersion}`));
  const file = join(folder, basename(packageFile).replace(/_[^_]+_/, `_${nextVersion}_`));
  execFileSync('dpkg-deb', ['--root-owner-group', '-Zgzip', '-z1', '--build', tree, file], { stdio: 'ignore' });
  return file;
}
