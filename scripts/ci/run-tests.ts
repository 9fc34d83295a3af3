import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { whenDone } from './clean-up.ts';
import { readPlaywright, readVitest } from './read-results.ts';
import { runCommand } from './run-command.ts';
import { step } from './steps.ts';
import { oneFailed, type Tally } from './tally.ts';
import { makeTemporaryFolder } from './temporary-folder.ts';

/** Tests leave folders behind, if only when they fail; these go with the one that they were given. */
function temporaryFolder(): string {
  const folder = makeTemporaryFolder('portal-tests');
  whenDone(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

interface Tests {
  command: [string, ...string[]];
  environment?: Record<string, string>;
}

function runTests(
  name: string,
  tests: (resultsFile: string) => Tests,
  read: (json: string, ok: boolean) => Tally,
): Promise<Tally> {
  return step(name, async () => {
    const folder = temporaryFolder();
    const resultsFile = join(folder, 'results.json');
    const { command, environment } = tests(resultsFile);
    const [program, ...args] = command;
    const { ok, output } = await runCommand(program, args, { environment: { TMPDIR: folder, ...environment } });
    try {
      return { tally: read(await readFile(resultsFile, 'utf8'), ok), output };
    } catch {
      // It stopped before it could write what it found: what it printed is all there is.
      return { tally: oneFailed, output };
    }
  });
}

export function runUnitTests(): Promise<Tally> {
  return runTests(
    'unit and API',
    (file) => ({ command: ['vitest', 'run', '--reporter=dot', '--reporter=json', `--outputFile.json=${file}`] }),
    readVitest,
  );
}

export function runJourneys(): Promise<Tally> {
  return runTests(
    'browser journeys',
    (file) => ({
      command: ['playwright', 'test', '--reporter=dot,json'],
      environment: { PLAYWRIGHT_JSON_OUTPUT_NAME: file },
    }),
    readPlaywright,
  );
}
