import { createHash } from 'node:crypto';
import { hashToken } from '#api/lib/hash-token.ts';
import type { Database } from '#api/db/connect.ts';
import type { Files } from '#api/files/files.ts';
import { receiveFile } from '#api/files/receive-file.ts';
import type { Log } from '#api/lib/log.ts';
import {
  addressKind,
  type Envelope,
  type MailPolicy,
  type ReplyToken,
  tokensIn,
} from '#api/mail/inbound/judge-mail.ts';
import { type DeliveredMail, MailRejectedError } from '#api/mail/inbound/lmtp-server.ts';
import { maxMailSize } from '#api/mail/inbound/structure.ts';

export interface MailInDeps {
  database: Database;
  files: Files;
  policy: MailPolicy;
  log: Log;
}

const megabyte = 1024 * 1024;
/**
 * Anybody can write to a listed address. Beyond these limits the mail server keeps the mails, and replies with a token are
 * still accepted: they have limits of their own, per ticket.
 */
export const mailLimits = {
  noTicket: { perHour: 200, bytesPerHour: 250 * megabyte, waiting: 5_000, bytes: 2_048 * megabyte },
  ticket: { perHour: 60, bytesPerHour: 250 * megabyte },
} as const;

export interface TicketToken extends ReplyToken {
  ticketId: string;
  customerId: string;
  userId: string;
  hash: string;
}
export interface LeadToken extends ReplyToken {
  leadId: string;
}

/** The reply token of the envelope, if it has exactly one that is known. One indexed lookup, and another for leads. */
export async function findToken(
  { pool }: Pick<Database, 'pool'>,
  envelope: Envelope,
): Promise<TicketToken | LeadToken | undefined> {
  const [token, ...others] = tokensIn(envelope);
  if (token === undefined || others.length > 0) return undefined;
  const hash = hashToken(token);
  const { rows } = await pool.query<Omit<TicketToken, 'hash'>>(
    `SELECT ticket_id AS "ticketId", customer_id AS "customerId", user_id AS "userId", email, is_expired AS "isExpired"
    FROM find_reply_token($1)`,
    [hash],
  );
  if (rows[0] !== undefined) return { ...rows[0], hash };
  const leads = await pool.query<LeadToken>(
    'SELECT lead_id AS "leadId", email, is_expired AS "isExpired" FROM find_lead_reply_token($1)',
    [hash],
  );
  return leads.rows[0];
}

/** Where a mail with this token belongs. */
export const ownerOf = (token: TicketToken | LeadToken | undefined) => ({
  ticketId: token !== undefined && 'ticketId' in token ? token.ticketId : null,
  userId: token !== undefined && 'userId' in token ? token.userId : null,
  leadId: token !== undefined && 'leadId' in token ? token.leadId : null,
});

/** Whether mails to this email address are received at all. Throws if the database cannot tell. */
export async function isRecipient({ database, policy }: Pick<MailInDeps, 'database' | 'policy'>, address: string) {
  const kind = addressKind(address, policy);
  if (kind !== 'reply') return kind === 'listed';
  return (await findToken(database, { sender: '', recipients: [address] })) !== undefined;
}

/** Cuts first: half a character must not remain, nor a zero byte, which PostgreSQL does not store. */
export const storable = (text: string, maxLength: number) =>
  text.slice(0, maxLength).toWellFormed().replaceAll('\0', '');

/**
 * Stores the original of a mail and a row with the job that reads it, and returns false if it was delivered before. Throws if
 * that is not certain: the mail server then delivers it again.
 */
export async function acceptMail(deps: MailInDeps, { envelope, content }: DeliveredMail): Promise<boolean> {
  const { database, files } = deps;
  const recipients = envelope.recipients.map((one) => storable(one.toLowerCase(), 320)).slice(0, 100);
  for (const recipient of recipients)
    if (!(await isRecipient(deps, recipient))) throw new MailRejectedError('unknown_recipient');
  const token = await findToken(database, envelope);
  const owner = ownerOf(token);
  const original = await receiveFile(files, content, maxMailSize);
  const { sha256, size } = original;
  try {
    await checkRoom(database, owner.ticketId, size);
    await files.storage.store('mail', original);
  } finally {
    await original.discard();
  }
  const row = {
    deliveryKey: createHash('sha256')
      .update([sha256, ...recipients.toSorted()].join('\n'))
      .digest('hex'),
    sha256,
    size,
    sender: storable(envelope.sender, 320),
    recipients,
    ...owner,
  };
  const { rows } = await database.pool.query<{ id: string | null }>('SELECT accept_inbound_mail($1) AS id', [
    JSON.stringify(row),
  ]);
  return rows[0]?.id !== null;
}

async function checkRoom({ pool }: Database, ticketId: string | null, size: number): Promise<void> {
  const { rows } = await pool.query<{ hours: number; hourBytes: string; waiting: number; bytes: string }>(
    `SELECT hour_count AS hours, hour_bytes AS "hourBytes", total_count AS waiting, total_bytes AS bytes
    FROM measure_inbound_mails($1)`,
    [ticketId],
  );
  const [{ hours, hourBytes, waiting, bytes } = { hours: 0, hourBytes: '0', waiting: 0, bytes: '0' }] = rows;
  const { perHour, bytesPerHour } = ticketId === null ? mailLimits.noTicket : mailLimits.ticket;
  if (hours >= perHour || Number(hourBytes) + size > bytesPerHour) throw new MailRejectedError('too_many');
  const { noTicket } = mailLimits;
  if (ticketId === null && (waiting >= noTicket.waiting || Number(bytes) + size > noTicket.bytes))
    throw new MailRejectedError('no_room');
}
