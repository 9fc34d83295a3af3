import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

// As long as sent mails are kept in the database.
const keptFor = 30 * 24 * 60 * 60 * 1000;

export const mailFilesRule = {
  name: 'mails written to files',
  kept: '30 days after they were written',
  outcome: 'removed',
} as const;

/** What the server writes in place of sending, where it has no mail server; how many files were, or would be, removed. */
export async function removeOldMailFiles(dataDir: string, now: Date, isDryRun: boolean): Promise<number> {
  const folder = join(dataDir, 'outbox');
  const names = await readdir(folder).catch(() => []);
  let count = 0;
  for (const name of names.filter((one) => /\.eml(?:\.part)?$/.test(one))) {
    const file = join(folder, name);
    const written = (await stat(file).catch(() => undefined))?.mtimeMs;
    if (written === undefined || written > now.getTime() - keptFor) continue;
    if (!isDryRun) await rm(file, { force: true });
    count += 1;
  }
  return count;
}
