import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/** An outage of the database that somebody was told of. On the disk, as the database is what is missing: a restart sends no second mail. */
export interface Outage {
  since: Date;
  notifiedAt: Date;
}

const schema = z.object({ since: z.coerce.date(), notifiedAt: z.coerce.date() });

export function outageFile(dataDir: string) {
  const path = join(dataDir, 'database-outage.json');
  return {
    /** Undefined if there is none, or it cannot be read. Times after now are those of a clock that was set back. */
    async read(now = new Date()): Promise<Outage | undefined> {
      try {
        const { since, notifiedAt } = schema.parse(JSON.parse(await readFile(path, 'utf8')));
        const past = (time: Date) => new Date(Math.min(time.getTime(), now.getTime()));
        return { since: past(since), notifiedAt: past(notifiedAt) };
      } catch {
        return undefined;
      }
    },
    async write(outage: Outage): Promise<void> {
      await writeFile(`${path}.part`, JSON.stringify(outage), { mode: 0o600 });
      await rename(`${path}.part`, path);
    },
    remove: () => rm(path, { force: true }),
  };
}
