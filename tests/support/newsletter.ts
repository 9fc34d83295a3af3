import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { deriveKeys } from '#api/auth/core/auth-settings.ts';
import { subscribers, suppressed } from '#modules/newsletter/server/newsletter-schema.ts';
import { asOperator } from '#api/db/transaction-context.ts';
import { linkToken, suppressionHashes } from '#modules/newsletter/server/subscription-links.ts';
import { type Api, assertDefined, browser, secret } from './api.ts';
import type { TestDatabase } from './database.ts';
import { newNetwork, proofOf } from './leads.ts';

export const newsletterKeys = deriveKeys(secret);
export const newEmail = () => `lecteur.${randomUUID().slice(0, 8)}@massena.example`;

/** `consent`: the hash of the notice (setUpLeads). */
export function setUpNewsletter(database: TestDatabase, api: Api, consent: string) {
  const bodyOf = (email: string, more: Record<string, unknown> = {}) => ({ email, page: '/contact', consent, ...more });
  const rowsOf = (email: string) =>
    asOperator(database, (tx) =>
      tx
        .select()
        .from(subscribers)
        .where(sql`lower(email) = ${email.toLowerCase()}`),
    );
  const rowOf = async (email: string) => assertDefined((await rowsOf(email))[0]);
  const subscribe = async (email: string, { ipAddress = newNetwork(), proof = true, more = {} } = {}) =>
    browser(api, { ipAddress }).post(
      '/api/newsletter',
      bodyOf(email, { ...(proof && { proof: await proofOf() }), ...more }),
    );
  const linkOf = async (purpose: 'confirm' | 'unsubscribe', email: string) =>
    `/api/newsletter/${purpose}/${linkToken(newsletterKeys, purpose, (await rowOf(email)).id)}`;
  /** As somebody else's server: no cookie, no origin. */
  const postFrom = async (path: string, init: RequestInit = {}, to: Api = api): Promise<Response> =>
    to.request(path, { method: 'POST', ...init });
  return {
    bodyOf,
    rowsOf,
    rowOf,
    subscribe,
    linkOf,
    postFrom,
    /** What is kept of who unsubscribed. */
    hashRows: async (email: string, keys = newsletterKeys) => {
      const stored = await asOperator(database, (tx) => tx.select().from(suppressed));
      return suppressionHashes(keys, email).filter((hash) => stored.some(({ emailHmac }) => emailHmac === hash));
    },
    confirmed: async (email = newEmail()) => {
      await subscribe(email);
      expect((await postFrom(await linkOf('confirm', email))).status).toBe(200);
      return email;
    },
  };
}
