import { z } from 'zod';

const advisory = z.object({ name: z.string(), title: z.string(), url: z.string(), severity: z.string() });
// A string names another package of the report, which has the advisory itself.
const report = z.object({
  vulnerabilities: z.record(z.string(), z.object({ via: z.array(z.union([z.string(), advisory])) })),
});

export const allowedSchema = z.array(
  z.strictObject({
    advisory: z.string().regex(/^GHSA(?:-[\da-z]{4}){3}$/),
    reason: z.string().min(20),
    until: z.iso.date(),
  }),
);
export type Allowed = z.infer<typeof allowedSchema>;

export interface Vulnerability {
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
export function unallowed(found: Vulnerability[], allowed: Allowed, today: string): string[] {
  return found.flatMap(({ id, name, title, severity }) => {
    const entry = allowed.find(({ advisory: one }) => one === id);
    if (entry !== undefined && entry.until >= today) return [];
    const since = entry === undefined ? '' : ` (allowed until ${entry.until}, which has passed)`;
    return [`${name}: ${title} [${severity}] ${id}${since}`];
  });
}
