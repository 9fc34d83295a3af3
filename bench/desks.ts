import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, openDatabase } from '#api/db/connect.ts';
import { createLog } from '#api/lib/log.ts';
import { makeStaff } from '#tests/support/api.ts';
import { startPostgres } from '../scripts/lib/postgres.ts';
import { cleanUp, cleanUpOnSignals, whenDone } from '../scripts/lib/processes.ts';
import { prepareWrk } from './measure.ts';
import { databaseIn, startServer } from './subject.ts';

/** A desk with a signed-in staff member, filled before its server starts. `fill` may return what the measurements need. */
export async function makeDesk<Facts extends object>(
  databaseUrl: string | undefined,
  fill: (database: Database, staff: { userId: string }) => Promise<Facts>,
) {
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-desk-'));
  whenDone(() => rm(dataDir, { recursive: true, force: true }));
  const database = await openDatabase({ databaseUrl, dataDir }, createLog('silent'));
  try {
    const { cookie, userId } = await makeStaff(database);
    const facts = await fill(database, { userId });
    return { ...facts, cookie, start: () => startServer(databaseUrl, dataDir) };
  } finally {
    await database.close();
  }
}

/** On PostgreSQL and on the embedded engine: a small desk and a large one. */
export async function reportOnBothEngines(
  report: (name: string, urls: [small: string | undefined, large: string | undefined]) => Promise<void>,
): Promise<void> {
  cleanUpOnSignals();
  try {
    await prepareWrk();
    const { url } = await startPostgres();
    await report('PostgreSQL', [await databaseIn(url, 'small'), await databaseIn(url, 'large')]);
    await report('Embedded', [undefined, undefined]);
  } finally {
    await cleanUp();
  }
}
