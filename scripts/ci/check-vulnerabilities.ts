import { z } from 'zod';
import { runCommand } from '../lib/processes.ts';
import { oneFailed, onePassed, oneSkipped, printLine, type Tally } from './steps.ts';

const advisory = z.object({ name: z.string(), title: z.string(), url: z.string(), severity: z.string() });
// A string names another package of the report, which has the advisory itself.
const report = z.object({
  vulnerabilities: z.record(z.string(), z.object({ via: z.array(z.union([z.string(), advisory])) })),
});

interface Allowed {
  advisory: `GHSA-${string}`;
  reason: string;
  /** The last day, as YYYY-MM-DD. */
  until: `20${number}-${number}-${number}`;
}

/** Vulnerabilities that do not fail the check for now. */
const allowed: Allowed[] = [];

interface Vulnerability {
  id: string;
  name: string;
  title: string;
  severity: string;
}

const severe = new Set(['high', 'critical']);

/** High and critical vulnerabilities of `npm audit --json`; nothing if the registry did not answer. */
export function readAudit(output: string): Vulnerability[] | undefined {
  const read = report.safeParse(parsed(output));
  if (!read.success) return undefined;
  const vulnerabilities = Object.values(read.data.vulnerabilities)
    .flatMap(({ via }) => via)
    .filter((one) => typeof one !== 'string')
    .filter(({ severity }) => severe.has(severity))
    .map(({ name, title, url, severity }) => ({ id: url.split('/').at(-1) ?? url, name, title, severity }));
  return [...new Map(vulnerabilities.map((one) => [`${one.id} ${one.name}`, one])).values()];
}

function parsed(output: string): unknown {
  try {
    return JSON.parse(output);
  } catch {
    return undefined;
  }
}

/** The vulnerabilities that must be fixed: those that are not allowed, and those whose allowance has expired. */
export function unallowed(found: Vulnerability[], exceptions: Allowed[], today: string): string[] {
  return found.flatMap(({ id, name, title, severity }) => {
    const entry = exceptions.find(({ advisory: one }) => one === id);
    if (entry !== undefined && entry.until >= today) return [];
    const since = entry === undefined ? '' : ` (allowed until ${entry.until}, which has passed)`;
    return [`${name}: ${title} [${severity}] ${id}${since}`];
  });
}

const auditOptions = ['--fetch-retries=0', '--fetch-timeout=20000', '--loglevel=silent'];

/** Asks the registry about the packages of a production install. A registry that does not answer is reported as skipped. */
export async function checkVulnerabilities(): Promise<Tally> {
  const { output } = await runCommand('npm', ['audit', '--omit=dev', '--json', ...auditOptions]);
  const found = readAudit(output);
  if (found === undefined) {
    printLine('vulnerabilities', 'not checked: the registry did not answer');
    return oneSkipped;
  }
  const errors = unallowed(found, allowed, new Date().toISOString().slice(0, 10));
  if (errors.length === 0) {
    printLine('vulnerabilities', `ok (${found.length} of high or critical severity known, each allowed for now)`);
    return onePassed;
  }
  printLine(
    'vulnerabilities',
    `FAILED\n\n${errors.join('\n')}\n\nUpdate, or allow with a reason and a date in scripts/ci/check-vulnerabilities.ts.\n`,
  );
  return oneFailed;
}
