import { existsSync, readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { install } from './debian.ts';

const oldest = 15;
const versions = '/usr/lib/postgresql';
const clusterSettings = '/etc/postgresql-common/createcluster.conf';

/** The programs of the newest PostgreSQL that is installed, where it is one that we support. */
export function findPostgres(): string | undefined {
  const installed = existsSync(versions) ? readdirSync(versions) : [];
  const newestFirst = installed.filter((name) => Number(name) >= oldest).toSorted((a, b) => Number(b) - Number(a));
  return newestFirst.map((name) => join(versions, name, 'bin')).find((bin) => existsSync(join(bin, 'initdb')));
}

/** Debian's package would make and start a cluster of the machine's own. Answers what went wrong, if anything did. */
export async function installPostgres(): Promise<string | undefined> {
  const failure = await install('postgresql-common');
  if (failure !== undefined) return failure;
  const before = await readFile(clusterSettings, 'utf8');
  await writeFile(clusterSettings, `${before}\ncreate_main_cluster = false\n`);
  try {
    return await install('postgresql');
  } finally {
    await writeFile(clusterSettings, before);
  }
}
