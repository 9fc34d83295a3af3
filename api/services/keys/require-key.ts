import type { Database } from '#api/db/connect.ts';
import { type KeyCaller, runAsKey } from '#api/db/key.ts';
import type { KeyScope } from '#contract/key-scopes.ts';

/** Throws unless the key is valid and has the scope. */
export async function requireKey(database: Database, caller: KeyCaller, scope: KeyScope): Promise<void> {
  await runAsKey(database, caller, [scope]);
}
