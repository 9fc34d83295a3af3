import { globSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeTemporaryFolder, runCommand, whenDone } from '../lib/processes.ts';
import { installSystemPart } from '../lib/system-packages.ts';
import { oneFailed, onePassed, oneSkipped, printLine, runStep, type Tally } from './steps.ts';

/**
 * The Nu HTML checker. Not a dependency: 30 MB of Java that only this step runs, and installing it would download a Java
 * runtime from elsewhere.
 */
const version = '26.9.27';
const integrity = 'sha512-TkQd5DFfOaWC9ebtvozTsrH2Vaod3jYg+vrOeREzIXxBexLz9+rS2DNtjn7+RPUiZhgli0SghgBX6RJRNea0KA==';

/**
 * It knows neither `@property` nor nesting in CSS, nor that SVG 2 allows this attribute on every shape. Dots for its quotation marks:
 * without a locale, Java reads other characters than ours.
 */
const unknownToIt = '(CSS: |Attribute .pathLength. not allowed on element .circle.).*';

/** Returns the path of the checker, or undefined if the registry does not have it for us. */
async function fetchChecker(): Promise<string | undefined> {
  const folder = makeTemporaryFolder('html-checker');
  whenDone(() => rm(folder, { recursive: true, force: true }));
  const packed = await runCommand('npm', [
    'pack',
    `vnu-jar@${version}`,
    '--json',
    '--silent',
    '--pack-destination',
    folder,
  ]);
  if (!packed.ok) return undefined;
  // npm checks the archive against the hash that the registry states; this is the one that we have seen.
  if (!packed.output.includes(`"${integrity}"`)) throw new Error(`vnu-jar@${version} has another hash than ours.`);
  const unpacked = await runCommand('tar', ['-xzf', join(folder, `vnu-jar-${version}.tgz`), '-C', folder]);
  return unpacked.ok ? join(folder, 'package/build/dist/vnu.jar') : undefined;
}

/** Every HTML document of the build. Skipped without Java or without the checker. */
export async function checkHtml(): Promise<Tally> {
  const name = 'HTML checker';
  const failure = await installSystemPart('Java');
  const checker = failure === undefined ? await fetchChecker() : undefined;
  if (checker === undefined) {
    printLine(name, `skipped: ${failure ?? `vnu-jar@${version} could not be fetched from the package registry.`}`);
    return oneSkipped;
  }
  return runStep(name, async () => {
    const documents = globSync('build/client/**/*.html');
    if (documents.length === 0) return { tally: oneFailed, output: 'build/client contains no document.' };
    const options = ['--errors-only', '--format', 'gnu', '--filterpattern', unknownToIt];
    const { ok, output } = await runCommand('java', ['-jar', checker, ...options, ...documents]);
    return { tally: ok ? onePassed : oneFailed, output };
  });
}
