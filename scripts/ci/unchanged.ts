import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { onePassed, printLine, type Tally } from './steps.ts';

const passedFile = 'node_modules/.cache/passed-steps.json';

/** A hash of each file that is in the repository or could be added to it. */
function hashSources(): Map<string, string> {
  const names = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
    maxBuffer: 100_000_000,
  });
  const files = [...new Set(names.split('\0'))].filter((file) => statSync(file, { throwIfNoEntry: false })?.isFile());
  return new Map(
    files.toSorted().map((file) => [file, createHash('sha256').update(readFileSync(file)).digest('hex')] as const),
  );
}

let sources: Map<string, string> | undefined;

/** A hash of the sources of a step as they were when the first one asked, with the installed packages and the Node version. */
function hashOf(isSource: (file: string) => boolean): string {
  sources ??= hashSources();
  const hash = createHash('sha256').update(process.version);
  for (const [file, content] of sources)
    if (isSource(file) || file === 'package-lock.json') hash.update(`${file} ${content}\n`);
  return hash.digest('hex');
}

function readPassed(): Record<string, string> {
  try {
    return JSON.parse(readFileSync(passedFile, 'utf8')) as Record<string, string>;
  } catch {
    return {};
  }
}

/** In a working tree only: with `CI` set, every step runs. A fresh clone has passed nothing. */
const canSkip = () => (process.env.CI ?? '') === '';

/** Runs a step unless it has passed with the same sources. Only for steps that always have the same result for them. */
export async function unlessUnchanged(
  name: string,
  isSource: (file: string) => boolean,
  run: () => Promise<Tally>,
): Promise<Tally> {
  if (!canSkip()) return run();
  let hash: string;
  try {
    hash = hashOf(isSource);
  } catch {
    // Without Git, as in a source archive.
    return run();
  }
  if (readPassed()[name] === hash) {
    printLine(name, 'ok (nothing that it reads has changed since it passed)');
    return onePassed;
  }
  const tally = await run();
  if (tally.failed + tally.skipped + (tally.repeated ?? 0) === 0) {
    mkdirSync(dirname(passedFile), { recursive: true });
    writeFileSync(passedFile, `${JSON.stringify({ ...readPassed(), [name]: hash }, null, 2)}\n`);
  }
  return tally;
}
