import { sql } from 'drizzle-orm';
import { day, hour } from '#api/auth/core/auth-settings.ts';
import type { RateLimiter } from '#api/db/rate-limit.ts';
import type { Transaction } from '#api/db/transaction-context.ts';
import { networksOf } from '#api/lib/ip-address.ts';
import { UserError } from '#api/lib/errors.ts';
import { mailboxOf } from '#api/mail/queue.ts';

// What all public forms count together.

type Limiter = Pick<RateLimiter, 'consume' | 'tryConsume'>;

/** Beyond the first, a request is doubtful; beyond the second, it is rejected. */
const networkLimits = { doubtful: [10, hour], rejected: [60, hour] } as const;

export async function requireNetworkQuota(limiter: Limiter, ipAddress: string): Promise<void> {
  await limiter.consume('lead', { ipAddress: [ipAddress, ...networkLimits.rejected] });
}

/** False if this network sends many forms. */
export function spendNetworkQuota(limiter: Limiter, ipAddress: string): Promise<boolean> {
  const [network = ipAddress] = networksOf(ipAddress);
  return limiter.tryConsume('lead-network', [network, ...networkLimits.doubtful]);
}

/** Mails of public forms to one mailbox in a day, however often somebody enters it. */
export const maxReceipts = 2;

/** False if the mailbox got its mails of today: a stranger may be entering it. */
export const mayMailVisitor = (limiter: Limiter, email: string): Promise<boolean> =>
  limiter.tryConsume('lead-receipt', [mailboxOf(email), maxReceipts, day]);

/** False if the proof was used before. */
export async function spendProof(
  tx: Transaction,
  { nonce, expiresAt }: { nonce: string; expiresAt: Date },
): Promise<boolean> {
  const { rows } = await tx.execute<{ isNew: boolean }>(
    sql`SELECT use_lead_proof(${nonce}, ${expiresAt.toISOString()}::timestamptz) AS "isNew"`,
  );
  return rows[0]?.isNew === true;
}

/** The page was opened long ago, or never was ours. */
export const unknownNotice = {
  'PT404 unknown_consent': new UserError('invalid_request', 'Please reload the page: its notice has changed.'),
};
