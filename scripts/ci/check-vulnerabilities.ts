import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runCommand } from '../lib/processes.ts';
import { oneFailed, onePassed, oneSkipped, printLine, type Tally } from './steps.ts';
import { allowedSchema, readAudit, unallowed } from './read-audit.ts';

const allowList = join(import.meta.dirname, 'allowed-vulnerabilities.json');
const auditOptions = ['--fetch-retries=0', '--fetch-timeout=20000', '--loglevel=silent'];

/** Asks the registry about the packages of a production install. A registry that does not answer is reported as skipped. */
export async function checkVulnerabilities(): Promise<Tally> {
  const { output } = await runCommand('npm', ['audit', '--omit=dev', '--json', ...auditOptions]);
  const found = readAudit(output);
  if (found === undefined) {
    printLine('vulnerabilities', 'not checked: the registry did not answer');
    return oneSkipped;
  }
  const allowed = allowedSchema.parse(JSON.parse(await readFile(allowList, 'utf8')));
  const faults = unallowed(found, allowed, new Date().toISOString().slice(0, 10));
  if (faults.length === 0) {
    printLine('vulnerabilities', `ok (${found.length} of high or critical severity known, each allowed for now)`);
    return onePassed;
  }
  printLine(
    'vulnerabilities',
    `FAILED\n\n${faults.join('\n')}\n\nUpdate, or allow with a reason and a date in ${allowList}.\n`,
  );
  return oneFailed;
}
