import { randomUUID } from 'node:crypto';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { sql } from 'drizzle-orm';
import { deriveKeys } from '#api/auth/core/auth-settings.ts';
import { asOperator } from '#api/db/transaction-context.ts';
import { leads } from '#modules/leads/server/lead-schema.ts';
import { subscribers } from '#modules/newsletter/server/newsletter-schema.ts';
import { saveConsents } from '#modules/leads/server/consents.ts';
import { issueChallenge } from '#modules/leads/server/proofs.ts';
import { type ConsentForm, consentForms, hashConsent, type LeadForm } from '#contract/leads.ts';
import { type Api, assertDefined, browser, secret, siteUrl } from './api.ts';
import type { TestDatabase } from './database.ts';

export const leadsTo = 'leads@rempart-azur.example';
export const { leadProofs: proofKeys } = deriveKeys(secret);
const noticeOf = (form: ConsentForm) => `Notice of ${form}`;

/** A proof of somebody who touched the form some seconds ago; solved at once. */
export async function proofOf(secondsAgo = 60, keys: readonly string[] = proofKeys): Promise<string> {
  const challenge = await issueChallenge(keys, { now: new Date(Date.now() - secondsAgo * 1000), counter: 1 });
  const solution = assertDefined(await solveChallenge({ challenge, deriveKey }));
  return encodeProof(challenge, solution);
}
export const encodeProof = (challenge: object, solution: object) =>
  Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');

let serial = 0;
/** Another network for each visitor. */
export const newNetwork = () => {
  serial += 1;
  return `198.18.${serial >> 8}.${serial & 255}`;
};

interface Sent {
  form?: LeadForm;
  values?: Record<string, unknown>;
  key?: string;
  ipAddress?: string;
  more?: Record<string, unknown>;
}

export async function setUpLeads(database: TestDatabase, api: Api) {
  const hashes = Object.fromEntries(
    await Promise.all(consentForms.map(async (form) => [form, await hashConsent(noticeOf(form))] as const)),
  ) as Record<ConsentForm, string>;
  await saveConsents(
    database,
    consentForms.map((form) => ({ form, hash: hashes[form], text: noticeOf(form) })),
  );

  const person = (name = randomUUID().slice(0, 8)) => ({
    name: `Claire ${name}`,
    company: 'Cabinet Masséna',
    email: `claire.${name}@massena.example`,
  });
  const bodyOf = (form: LeadForm, values: Record<string, unknown>, more: Record<string, unknown> = {}) => ({
    form,
    page: form === 'checklist' ? '/' : `/${form}`,
    consent: hashes[form],
    values,
    ...more,
  });
  return {
    hashes,
    person,
    bodyOf,
    /** As a browser with JavaScript sends it, without a proof. */
    send: ({ form = 'contact', values = {}, key = randomUUID(), ipAddress = newNetwork(), more = {} }: Sent = {}) => {
      const text = form === 'contact' ? { message: `Bonjour, ${randomUUID()}` } : {};
      const body = bodyOf(form, { ...person(), ...text, ...values }, more);
      return browser(api, { ipAddress }).post('/api/leads', body, { 'Idempotency-Key': key });
    },
    /** As a browser without JavaScript. */
    sendPlain: async (fields: Record<string, string>, { ipAddress = newNetwork(), origin = siteUrl } = {}) => {
      const response = await api.request('/api/leads', {
        method: 'POST',
        headers: {
          Host: 'portal.test',
          Origin: origin,
          'X-Forwarded-For': ipAddress,
          'Content-Type': 'application/x-www-form-urlencoded',
        },
        body: new URLSearchParams(fields).toString(),
      });
      return { status: response.status, html: await response.text(), headers: response.headers };
    },
    /** All leads, the newest last. */
    stored: () => asOperator(database, (tx) => tx.select().from(leads).orderBy(leads.receivedAt)),
    byEmail: async (email: string) =>
      asOperator(database, (tx) =>
        tx
          .select()
          .from(leads)
          .where(sql`lower(email) = ${email.toLowerCase()}`)
          .orderBy(leads.receivedAt),
      ),
  };
}

/** Hashes of notices that makeFuzzedLead() makes known. */
export const consultationNotice = 'd'.repeat(43);
export const newsletterNotice = 'n'.repeat(43);

/** A new lead of a contact form, whose notice is known, and a subscription to confirm. */
export async function makeFuzzedLead(database: TestDatabase) {
  return asOperator(database, async (tx) => {
    const hash = 'c'.repeat(43);
    await tx.execute(
      sql`INSERT INTO consent_texts (hash, form, body) VALUES (${hash}, 'contact', 'N'), (${consultationNotice}, 'consultation', 'N'), (${newsletterNotice}, 'newsletter', 'N') ON CONFLICT DO NOTHING`,
    );
    const key = randomUUID().padEnd(43, 'k');
    const values = { name: 'Ada', company: 'C', email: 'ada@x.example', message: 'M' };
    const made = await tx
      .insert(leads)
      .values({
        ...values,
        form: 'consultation',
        values,
        page: '/contact',
        consent: { text_hash: hash, page: '/contact', at: '2026-01-01T00:00:00Z' },
        verdict: 'clean',
        keyHash: key,
        requestHash: key,
      })
      .returning({ id: leads.id });
    const subscribed = await tx
      .insert(subscribers)
      .values({
        email: `${randomUUID()}@x.example`,
        consent: { text_hash: hash, page: '/contact', at: '2026-01-01T00:00:00Z' },
      })
      .returning({ id: subscribers.id });
    return { leadId: assertDefined(made[0]).id, subscriberId: assertDefined(subscribed[0]).id };
  });
}
