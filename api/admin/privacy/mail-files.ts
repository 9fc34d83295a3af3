import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Mails to these addresses that the server wrote to files, for want of a mail server; how many there were. */
export async function removeMailFilesTo(dataDir: string, addresses: string[], isDryRun: boolean): Promise<number> {
  const folder = join(dataDir, 'outbox');
  const names = await readdir(folder).catch(() => []);
  let count = 0;
  for (const name of names.filter((one) => /\.eml(?:\.part)?$/.test(one))) {
    const to = /^To:[^\r\n]*/im.exec(await readFile(join(folder, name), 'utf8').catch(() => ''))?.[0].toLowerCase();
    if (!addresses.some((address) => to?.includes(address) === true)) continue;
    if (!isDryRun) await rm(join(folder, name), { force: true });
    count += 1;
  }
  return count;
}
