import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSource, server as postgres } from '#api/db/connect.ts';
import { createLog } from '#api/lib/log.ts';
import { makeCustomer, makeUser } from '#tests/support/api.ts';
import { createOwnerDatabase, prepareDataFolder } from '#tests/support/database.ts';
import { password } from '#tests/support/server.ts';

/** A database of this engine for servers that will be killed, with one user, and how an operator opens it. */
export async function prepareEngine(engine: string) {
  const dataDir = mkdtempSync(join(tmpdir(), 'kill-'));
  const removeFolder = () => rmSync(dataDir, { recursive: true });
  if (engine === 'embedded') {
    await prepareDataFolder(dataDir);
    return {
      settings: { DATA_DIR: dataDir },
      email: 'claire@cabinet-massena.example',
      operated: { dataDir, databaseUrl: undefined },
      drop: async () => removeFolder(),
    };
  }
  const { url, drop } = await createOwnerDatabase();
  const database = await openSource(postgres(url), createLog('silent'));
  const { id } = await makeCustomer(database, 'Cabinet Masséna');
  const { email } = await makeUser(database, { customerId: id, password });
  await database.close();
  return {
    settings: { DATA_DIR: dataDir, DATABASE_URL: url },
    email,
    operated: { dataDir, databaseUrl: url },
    drop: async () => {
      removeFolder();
      await drop();
    },
  };
}
