import { z } from 'zod';
import { languages, portalLanguages } from '#contract/languages.ts';
import { deflateRawSync } from 'node:zlib';

/**
 * Whether a secret can have come from a generator. What compresses well repeats itself; a forgotten placeholder is in
 * docs/install.md for everybody to read.
 */
export const isStrongSecret = (secret: string) =>
  !/\s/.test(secret) &&
  !/openssl-rand/i.test(secret) &&
  new Set(secret).size >= 8 &&
  deflateRawSync(secret).length >= 26;

// Read by docs/systemd/backup.sh.
const otherSettings = ['BACKUP_RECIPIENT', 'BACKUP_DAYS'];
// What shells and npm set has no such first word.
const prefixes = ['DATABASE', 'SMTP', 'MAIL', 'AUTH', 'S3', 'CLAMD', 'PORTAL', 'BACKUP', 'TICKET', 'DEMO', 'SITE'];

/** One sentence for each variable that looks like a mistyped setting: it has no effect, and nothing else would say so. */
export function unknownSettings(variables: readonly string[], known: readonly string[]): string[] {
  const all = [...known, ...otherSettings];
  const suspects = variables.filter((name) => /^[A-Z][A-Z\d_]+$/.test(name) && !all.includes(name)).toSorted();
  return suspects.flatMap((name) => {
    const [nearest] = all
      .map((one) => ({ one, distance: editDistance(name, one) }))
      .toSorted((a, b) => a.distance - b.distance);
    const hasPrefix = name.includes('_') && prefixes.includes(name.split('_', 1)[0] ?? '');
    // Short names are close to many others: HOSTS, PATH.
    const isTypo = nearest !== undefined && name.length >= 7 && nearest.distance <= 2;
    if (!hasPrefix && !isTypo) return [];
    return [`${name} is not a setting and has no effect. Is it meant to be ${nearest?.one}?`];
  });
}

/** Levenshtein. */
function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [at, letter] of Array.from(one).entries()) {
    const next = [at + 1];
    for (const [to, found] of Array.from(other).entries()) {
      const replaced = (row[to] ?? 0) + (letter === found ? 0 : 1);
      next.push(Math.min(replaced, (row[to + 1] ?? 0) + 1, (next[to] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}

const languagesRule = `must be languages separated by commas, each once, out of ${languages.join(', ')}: for example PORTAL_LANGUAGES=fr,en`;

/** `en,fr,ar` */
export const languageList = z
  .string()
  .transform((value) => value.split(','))
  .pipe(
    z
      .array(z.enum(portalLanguages, { error: languagesRule }))
      .refine((chosen) => new Set(chosen).size === chosen.length, languagesRule),
  )
  .default([...languages]);

/** Whether customers see how we assess their risk (product §2). */
export const riskVisibility = z
  .enum(['visible', 'hidden'], { error: 'must be visible or hidden, for example PORTAL_RISK=hidden' })
  .default('visible');
