import { randomBytes } from 'node:crypto';
import type { Database } from '#api/db/connect.ts';
import { hashToken } from '#api/lib/hash-token.ts';

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';
const length = 26;
/** As long as a conversation may rest. A reply after that is held, not lost. */
export const replyTokenDays = 400;

/** 130 random bits in letters that every mail server leaves as they are. */
export const newReplyToken = () => Array.from(randomBytes(length), (byte) => alphabet[byte % 32]).join('');

const addressOf = (token: string, domain: string) => `reply+${token}@${domain}`;

/** The Reply-To of a mail about a ticket, for one recipient. Call it in the transaction that enqueues the mail. */
export async function createReplyAddress(
  connection: Pick<Database['pool'], 'query'>,
  { ticketId, userId, domain }: { ticketId: string; userId: string; domain: string },
): Promise<string> {
  const token = newReplyToken();
  await connection.query('SELECT save_reply_token($1, $2, $3, $4)', [
    hashToken(token),
    ticketId,
    userId,
    replyTokenDays,
  ]);
  return addressOf(token, domain);
}

/** The Reply-To of a mail to the prospect of a lead. Call it in the transaction that enqueues the mail. */
export async function createLeadReplyAddress(
  connection: Pick<Database['pool'], 'query'>,
  { id, domain }: { id: string; domain: string },
): Promise<string> {
  const token = newReplyToken();
  await connection.query('SELECT save_lead_reply_token($1, $2, $3)', [hashToken(token), id, replyTokenDays]);
  return addressOf(token, domain);
}
