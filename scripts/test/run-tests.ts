import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { whenDone } from './clean-up.ts';
import { readPlaywright, readVitest } from './read-results.ts';
import { runCommand } from './run-command.ts';
import { step } from './steps.ts';
import { oneFailed, type Tally } from './tally.ts';

async function resultsFile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-tests-'));
  whenDone(() => rm(folder, { recursive: true, force: true }));
  return join(folder, 'results.json');
}

function runTests(
  name: string,
  command: (file: string) => { args: [string, ...string[]]; environment?: Record<string, string> },
  read: (json: string, ok: boolean) => Tally,
): Promise<Tally> {
  return step(name, async () => {
    const file = await resultsFile();
    const { args, environment = {} } = command(file);
    const [program, ...rest] = args;
    const { ok, output } = await runCommand(program, rest, { environment });
    try {
      return { tally: read(await readFile(file, 'utf8'), ok), output };
    } catch {
      // It stopped before it could write what it found: what it printed is all there is.
      return { tally: oneFailed, output };
    }
  });
}

export function runUnitTests(): Promise<Tally> {
  return runTests(
    'unit and API',
    (file) => ({ args: ['vitest', 'run', '--reporter=dot', '--reporter=json', `--outputFile.json=${file}`] }),
    readVitest,
  );
}

export function runJourneys(): Promise<Tally> {
  return runTests(
    'browser journeys',
    (file) => ({
      args: ['playwright', 'test', '--reporter=dot,json'],
      environment: { PLAYWRIGHT_JSON_OUTPUT_NAME: file },
    }),
    readPlaywright,
  );
}
