import { pbkdf2 } from 'node:crypto';
import { promisify } from 'node:util';
import type { Database } from '#api/db/connect.ts';
import { ibanHash } from '#contract/iban.ts';
import { readActiveBankAccount } from './bank-accounts.ts';

const derive = promisify(pbkdf2);

/**
 * Salt and hash for the page /verifier. The id of the account is the salt: every instance writes the same document. Slow, as there are not
 * many numbers to try; the number itself is on every invoice.
 */
export async function hashAccount({ id, iban }: { id: string; iban: string }): Promise<string> {
  const bits = await derive(iban, id, ibanHash.iterations, ibanHash.bytes, 'sha256');
  return `${id}.${bits.toString('base64url')}`;
}

/** For the server's pages: the hash of the active account, or an empty text; computed again when another account is active. */
export function createAccountHash() {
  let last: { id: string | undefined; hash: string } = { id: undefined, hash: '' };
  return async (database: Pick<Database, 'pool'>): Promise<string> => {
    const active = await readActiveBankAccount(database.pool);
    if (active?.id !== last.id) last = { id: active?.id, hash: active === undefined ? '' : await hashAccount(active) };
    return last.hash;
  };
}
