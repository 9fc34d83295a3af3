import { createHash } from 'node:crypto';
import type { ClientBase } from 'pg';
import type { Keys } from './auth-settings.ts';

/** better-auth needs a version number for each key; derived from the key, nobody has to assign one. */
export const keyVersion = (key: string) => createHash('sha256').update(key).digest().readUInt32BE() >>> 1;

/**
 * Authenticators that were encrypted with a secret that is not configured: their codes are refused as wrong. A ciphertext of
 * better-auth begins with `$ba$` and the version of its key.
 */
export async function countLockedAuthenticators(client: Pick<ClientBase, 'query'>, { library }: Pick<Keys, 'library'>) {
  const { rows } = await client.query<{ locked: number }>(
    String.raw`SELECT count(*)::integer AS locked FROM two_factors WHERE substring(secret FROM '^\$ba\$(\d+)\$') <> ALL($1::text[])`,
    [library.map((key) => String(keyVersion(key)))],
  );
  return rows[0]?.locked ?? 0;
}

export const lockedSentence = (count: number) =>
  `${count} ${count === 1 ? 'authenticator is' : 'authenticators are'} encrypted with a secret that is not configured: name the former values of AUTH_SECRET in AUTH_SECRET_BEFORE.`;
