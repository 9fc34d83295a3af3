import { randomBytes } from 'node:crypto';
import type { AuthContext } from '#api/auth/core/auth-context.ts';
import type { RequestMetadata } from '#api/auth/core/auth-settings.ts';
import { requireConfirmedUser } from '#api/auth/session/sessions.ts';
import { columns, flag, listOf, nullable, text } from '#api/db/columns.ts';
import type { Database } from '#api/db/connect.ts';
import { inStaffTransaction, runAsStaff } from '#api/db/staff.ts';
import { type Caller, traceOf } from '#api/db/tenant.ts';
import { fromSqlState, UserError } from '#api/lib/errors.ts';
import { hashToken } from '#api/lib/hash-token.ts';
import type { ApiKeys, CreatedApiKey, NewApiKey } from '../contract/api-keys.ts';
import { keyPrefix, keyScopes, maxApiKeys, shownKeyLength } from '#contract/key-scopes.ts';

// The rules are in the database (modules/integrations/sql/10_api_keys.sql, decision 029).

export interface KeyContext {
  database: Database;
  auth: AuthContext;
  caller: Caller;
  request: RequestMetadata;
}

const needs = ['admin'] as const;

const listed = columns({
  id: text('id'),
  name: text('name'),
  prefix: text('prefix'),
  scopes: listOf('scopes', keyScopes),
  createdBy: nullable(text('created_name')),
  createdAt: text('created_at'),
  expiresAt: text('expires_at'),
  isExpired: flag('expires_at <= now()'),
  lastUsedOn: nullable(text('last_used_on')),
  revokedBy: nullable(text('revoked_name')),
  revokedAt: nullable(text('revoked_at')),
});
const listStatement = { name: 'desk-api-keys', text: `SELECT ${listed.sql} FROM desk_api_keys()` };

export async function listApiKeys(database: Database, caller: Caller): Promise<ApiKeys> {
  const [rows] = await runAsStaff(database, caller, { needs }, listStatement);
  return { items: listed.all(rows) };
}

const rejectChange = fromSqlState({
  'PT409 too_many_keys': new UserError(
    'too_many_keys',
    `There are ${maxApiKeys} valid keys already: revoke one first.`,
  ),
  PT404: 'There is no such key.',
});

/** Every change needs a recent confirmation: a session that was left open must not hand out keys. */
async function change({ database, auth, caller, request }: KeyContext, statement: string, values: unknown[]) {
  await inStaffTransaction(database, caller, { needs }, async () => undefined);
  await requireConfirmedUser(auth, request);
  const { requestId, network } = traceOf(caller);
  await inStaffTransaction(database, caller, { needs }, (client) =>
    client.query(statement, [...values, requestId, network]).catch(rejectChange),
  );
  return listApiKeys(database, caller);
}

/** The only response that contains the key: the database stores its hash. */
export async function createApiKey(ctx: KeyContext, { name, scopes, days }: NewApiKey): Promise<CreatedApiKey> {
  const key = keyPrefix + randomBytes(32).toString('base64url');
  const values = [name, key.slice(0, shownKeyLength), hashToken(key), scopes, days];
  return { ...(await change(ctx, 'SELECT create_api_key($1, $2, $3, $4, $5, $6, $7)', values)), key };
}

/** Once this has returned, nothing is read or written with the key. */
export const revokeApiKey = (ctx: KeyContext, id: string) => change(ctx, 'SELECT revoke_api_key($1, $2, $3)', [id]);
