import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { asOperator } from '#api/db/transaction-context.ts';
import { hashToken } from '#api/lib/hash-token.ts';
import { keyPrefix, type KeyScope, keyScopes, shownKeyLength } from '#contract/key-scopes.ts';
import type { Api, ApiResponse } from './api.ts';
import type { TestDatabase } from './database.ts';

interface KeyOptions {
  scopes?: readonly KeyScope[];
  expiresIn?: string;
}

/** A program with an API key. */
export const setUpKeys = (database: TestDatabase, api: Api) => {
  const call = (key: string) => {
    const send = async (
      method: string,
      path: string,
      body?: unknown,
      headers: Record<string, string> = {},
    ): Promise<ApiResponse> => {
      const isFile = body instanceof Uint8Array || typeof body === 'string';
      const response = await api.request(`/api/v1${path}`, {
        method,
        headers: {
          Authorization: `Bearer ${key}`,
          ...(body !== undefined && { 'Content-Type': isFile ? 'application/octet-stream' : 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: isFile ? (body as BodyInit) : JSON.stringify(body) }),
      });
      // A program repeats a request that came while the database was busy.
      if (response.status === 503) return send(method, path, body, headers);
      return { status: response.status, body: await response.json(), headers: response.headers };
    };
    return send;
  };
  return {
    makeKey: async ({ scopes = keyScopes, expiresIn = '1 day' }: KeyOptions = {}) => {
      const key = keyPrefix + randomBytes(32).toString('base64url');
      const id = randomUUID();
      await asOperator(database, (tx) =>
        tx.execute(sql`INSERT INTO api_keys (id, name, prefix, token_hash, scopes, created_by, created_at, expires_at)
          VALUES (${id}, 'Books', ${key.slice(0, shownKeyLength)}, ${hashToken(key)}, ${`{${scopes.join(',')}}`}, ${randomUUID()},
            now() - interval '1 year', now() + ${expiresIn}::interval)`),
      );
      return { id, key, send: call(key) };
    },
    send: call,
  };
};
