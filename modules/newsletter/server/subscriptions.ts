import { sql } from 'drizzle-orm';
import type { ClientBase } from 'pg';
import type { AuthContext } from '#api/auth/core/auth-context.ts';
import type { Database } from '#api/db/connect.ts';
import type { Transaction } from '#api/db/transaction-context.ts';
import { fromSqlState } from '#api/lib/errors.ts';
import { enqueueMail } from '#api/mail/queue.ts';
import { verdictOf } from '#modules/leads/server/judge-lead.ts';
import { checkProof } from '#modules/leads/server/proofs.ts';
import {
  mayMailVisitor,
  requireNetworkQuota,
  spendNetworkQuota,
  spendProof,
  unknownNotice,
} from '#modules/leads/server/visitor-limits.ts';
import { honeypotField, type LeadReason } from '#contract/leads.ts';
import type { SubscriberState } from '#contract/newsletter.ts';
import type { NewSubscription } from '../contract/newsletter-schemas.ts';
import { type LinkPurpose, type NewsletterKeys, readLinkToken, suppressionHashes } from './subscription-links.ts';

export interface NewsletterDeps {
  database: Database;
  auth: Pick<AuthContext, 'limiter'>;
  keys: NewsletterKeys & { leadProofs: readonly string[] };
}

interface SubscriptionRequest {
  subscription: NewSubscription;
  /** Sent by a browser without JavaScript. */
  isPlain: boolean;
  ipAddress: string;
}

/**
 * Asks the owner of the mailbox to confirm; who did so before gets the mail about it again. Programs and mailboxes that got their mails of the
 * day get none. The response is the same in every case.
 */
export async function subscribe(
  { database, auth: { limiter }, keys }: NewsletterDeps,
  { subscription, isPlain, ipAddress }: SubscriptionRequest,
): Promise<void> {
  const { email, page, consent } = subscription;
  await requireNetworkQuota(limiter, ipAddress);
  const now = new Date();
  const proof = isPlain
    ? ({ reason: 'no_script' } as const)
    : await checkProof(keys.leadProofs, subscription.proof, now);
  const reasons: LeadReason[] = [
    ...((subscription[honeypotField] ?? '') === '' ? [] : (['honeypot'] as const)),
    ...(proof.reason === undefined ? [] : [proof.reason]),
  ];

  const store = async (tx: Transaction) => {
    if ('nonce' in proof && !(await spendProof(tx, proof))) reasons.push('proof_replayed');
    if (!(await spendNetworkQuota(limiter, ipAddress))) reasons.push('network_limit');
    // Unlike a lead, nobody would look at a doubtful subscription: it only matters whether a stranger is sent a mail.
    if (verdictOf(reasons) === 'spam' || (reasons.includes('network_limit') && reasons.length > 1)) return;
    const { rows } = await tx.execute<{ id: string; state: SubscriberState }>(
      sql`SELECT id, state FROM subscribe(${email}, ${page}, ${consent}, ${now.toISOString()}::timestamptz)`,
    );
    const [subscriber] = rows;
    if (subscriber === undefined || !(await mayMailVisitor(limiter, email))) return;
    const template = subscriber.state === 'pending' ? 'newsletter-confirm' : 'newsletter-welcome';
    await enqueueMail(tx, { template, recipient: email, locale: 'fr', data: { subscriberId: subscriber.id } });
  };
  await database.orm.transaction(store).catch(fromSqlState(unknownNotice));
}

export interface Subscriber {
  id: string;
  email: string;
  state: SubscriberState;
}

/** For pages and mails. Undefined once it was not confirmed in time, or unsubscribed. */
export async function findSubscriber({ pool }: Pick<Database, 'pool'>, id: string): Promise<Subscriber | undefined> {
  const { rows } = await pool.query<Omit<Subscriber, 'id'>>('SELECT email, state FROM subscriber_of($1)', [id]);
  return rows[0] && { ...rows[0], id };
}

type LinkDeps = Pick<NewsletterDeps, 'database' | 'keys'>;

/** Undefined for a link that we did not sign. Changes nothing: mail scanners open links too. */
export async function readLink({ database, keys }: LinkDeps, purpose: LinkPurpose, token: string) {
  const id = readLinkToken(keys, purpose, token);
  return id === undefined ? undefined : { subscriber: await findSubscriber(database, id) };
}

/** False for a link that has expired, or that we did not sign. */
export async function confirmSubscription(deps: LinkDeps, token: string): Promise<boolean> {
  const { subscriber } = (await readLink(deps, 'confirm', token)) ?? {};
  if (subscriber === undefined) return false;
  const { id, email } = subscriber;
  const lifted = suppressionHashes(deps.keys, email);
  await deps.database.orm.transaction(async (tx) => {
    const { rows } = await tx.execute<{ isNew: boolean }>(
      sql`SELECT confirm_subscriber(${id}, ${sql.param(lifted)}::text[]) AS "isNew"`,
    );
    // The second click of two has nothing to do.
    if (rows[0]?.isNew !== true) return;
    await enqueueMail(tx, {
      template: 'newsletter-welcome',
      recipient: email,
      locale: 'fr',
      data: { subscriberId: id },
    });
  });
  return true;
}

/** Also without a subscriber, who then unsubscribed before. False for a link that we did not sign. */
export async function unsubscribe(deps: LinkDeps, token: string): Promise<boolean> {
  const link = await readLink(deps, 'unsubscribe', token);
  if (link?.subscriber === undefined) return link !== undefined;
  await removeSubscriber(deps.database.pool, deps.keys, link.subscriber.email);
  return true;
}

/** Deletes the email address and remembers its keyed hash. False if it was not subscribed. */
export async function removeSubscriber(
  client: Pick<ClientBase, 'query'>,
  keys: NewsletterKeys,
  email: string,
): Promise<boolean> {
  const [hash] = suppressionHashes(keys, email);
  const { rows } = await client.query<{ was: boolean }>('SELECT unsubscribe($1, $2) AS was', [email, hash]);
  return rows[0]?.was === true;
}
