import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { becomeNext, nextVersion } from '#tests/resilience/upgrade/cluster.ts';

/** The package of a later release: another version, migration and function. */
export function makeNextPackage(packageFile: string, folder: string, version: string = nextVersion): string {
  const tree = join(folder, version);
  execFileSync('dpkg-deb', ['--raw-extract', packageFile, tree]);
  becomeNext(join(tree, 'usr/lib/rempart-azur/build'), version);
  const control = join(tree, 'DEBIAN/control');
  writeFileSync(control, readFileSync(control, 'utf8').replace(/^Version: .*$/m, `Version: ${version}`));
  const file = join(folder, basename(packageFile).replace(/_[^_]+_/, `_${version}_`));
  execFileSync('dpkg-deb', ['--root-owner-group', '-Zgzip', '-z1', '--build', tree, file], { stdio: 'ignore' });
  return file;
}
