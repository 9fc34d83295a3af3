import { randomBytes, randomInt } from 'node:crypto';
import type { Database } from '#api/db/connect.ts';
import { replyTokens } from '#api/db/file-schema.ts';
import { tickets } from '#api/db/schema.ts';
import { asOperator } from '#api/db/transaction-context.ts';
import { assertDefined, makeCustomer } from './api.ts';

/** A reply address of the user, for a ticket of a new customer. */
export async function makeReplyAddress(database: Database, userId: string): Promise<void> {
  const random = randomBytes(32).toString('base64url');
  const { id: customerId } = await makeCustomer(database, random);
  const values = { customerId, ticketNumber: `TKT-${randomInt(2 ** 47)}`, subject: 's', description: 'd' };
  await asOperator(database, async (tx) => {
    const [ticket] = await tx.insert(tickets).values(values).returning();
    const expiresAt = new Date(Date.now() + 24 * 60 * 60 * 1000).toISOString();
    await tx.insert(replyTokens).values({ tokenHash: random, ticketId: assertDefined(ticket).id, userId, expiresAt });
  });
}
