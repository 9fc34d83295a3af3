import { hasVisibleText } from '#contract/limits.ts';
import { createHash } from 'node:crypto';
import { AccountError } from '#api/auth/account-error.ts';
import { hashToken } from '#api/auth/tokens.ts';
import type { Database } from '#api/db/connect.ts';
import type { Files } from '#api/files/files.ts';
import { FileRejectedError } from '#api/files/inspect-file.ts';
import { FileTooLargeError, receiveFile } from '#api/files/receive-file.ts';
import { RateLimitError } from '#api/lib/errors.ts';
import type { Log } from '#api/lib/log.ts';
import {
  type Envelope,
  type HeldReason,
  judgeMail,
  type MailPolicy,
  type ReplyToken,
  tokensIn,
} from '#api/mail/inbound/judge-mail.ts';
import type { DeliveredMail } from '#api/mail/inbound/lmtp-server.ts';
import { type InboundMail, type MailFile, parseMail } from '#api/mail/inbound/parse-mail.ts';
import { maxMailSize } from '#api/mail/inbound/structure.ts';
import { type StoredAttachment, storeFile } from '#api/services/tickets/attachments.ts';
import { IdempotencyKeyReusedError } from '#api/services/tickets/open-ticket.ts';
import { maxMessageLength } from '#contract/ticket-states.ts';
import { type InboundRow, publishReply } from './publish-reply.ts';

export interface MailInDeps {
  database: Database;
  files: Files;
  policy: MailPolicy;
  log: Log;
}

export type MailOutcome =
  | { state: 'published' }
  | { state: 'held'; reason: HeldReason }
  | { state: 'delivered_before' };

/** More replies by mail in an hour than people write: two programs answer each other. */
const maxMailsPerHour = 20;

interface KnownToken extends ReplyToken {
  customerId: string;
  hash: string;
}

/**
 * A mail that came in: its original is stored first, then it is published, or held for staff. Throws if neither is certain:
 * whoever delivered it delivers it again, and a mail that was delivered before changes nothing.
 */
export async function receiveMail(deps: MailInDeps, { envelope, raw }: DeliveredMail): Promise<MailOutcome> {
  const { database, files, policy, log } = deps;
  const original = await receiveFile(files.folder, chunksOf(raw), maxMailSize);
  const { sha256, size } = original;
  try {
    await files.storage.store('mail', original);
  } finally {
    await original.discard();
  }
  const parsed = await parseMail(raw);
  const token = await findToken(database, envelope);
  const verdict = judgeMail(parsed, envelope, token, policy);
  const row = toRow(parsed, envelope, { sha256, size }, token);

  const hold = async (reason: HeldReason): Promise<MailOutcome> => {
    const isNew = await save(database, { ...row, state: 'held', reason });
    if (isNew) log.info({ reason, ticket: token?.ticketId }, 'mail held for staff');
    return isNew ? { state: 'held', reason } : { state: 'delivered_before' };
  };

  if (verdict.action === 'hold' || token === undefined)
    return hold(verdict.action === 'hold' ? verdict.reason : 'unknown_token');
  if ((await countRecent(database, token.ticketId)) >= maxMailsPerHour) return hold('loop');
  const { body, attachments } = await prepare(files, token.customerId, verdict.body, parsed.files);
  try {
    const isNew = await publishReply(database, token, { body, attachments, emailMessageId: row.messageId, row });
    return { state: isNew ? 'published' : 'delivered_before' };
  } catch (error) {
    if (error instanceof IdempotencyKeyReusedError) return hold('duplicate');
    // The ticket is gone, the user may not write to it any more, or writes too much.
    if (error instanceof AccountError || error instanceof RateLimitError) return hold('not_accepted');
    throw error;
  }
}

async function* chunksOf(bytes: Uint8Array) {
  yield bytes;
}

async function findToken({ pool }: Database, envelope: Envelope): Promise<KnownToken | undefined> {
  const tokens = tokensIn(envelope);
  const [token] = tokens;
  if (token === undefined || tokens.length > 1) return undefined;
  const hash = hashToken(token);
  const { rows } = await pool.query<Omit<KnownToken, 'hash'>>(
    `SELECT ticket_id AS "ticketId", customer_id AS "customerId", user_id AS "userId", email, is_expired AS "isExpired"
    FROM find_reply_token($1)`,
    [hash],
  );
  return rows[0] && { ...rows[0], hash };
}

async function countRecent({ pool }: Database, ticketId: string): Promise<number> {
  const { rows } = await pool.query<{ count: number }>('SELECT count_recent_mails($1) AS count', [ticketId]);
  return rows[0]?.count ?? 0;
}

// Cut first: half a character must not remain, nor a zero byte, which PostgreSQL does not store.
const storable = (text: string, maxLength: number) => text.slice(0, maxLength).toWellFormed().replaceAll('\0', '');

function toRow(
  mail: InboundMail,
  { sender, recipients }: Envelope,
  { sha256, size }: { sha256: string; size: number },
  token: KnownToken | undefined,
): InboundRow {
  const normalized = recipients.map((one) => storable(one.toLowerCase(), 320)).slice(0, 100);
  return {
    deliveryKey: createHash('sha256')
      .update([sha256, ...normalized.toSorted()].join('\n'))
      .digest('hex'),
    sha256,
    size,
    sender: storable(sender, 320),
    recipients: normalized,
    from: storable(mail.from[0] ?? '', 320) || null,
    subject: storable(mail.subject, 500),
    messageId: storable(mail.messageId ?? '', 500) || null,
    text: storable(mail.text, 200_000),
    fileCount: mail.files.length,
    ticketId: token?.ticketId ?? null,
    userId: token?.userId ?? null,
  };
}

async function save({ pool }: Database, row: InboundRow & { state: 'held'; reason: HeldReason }): Promise<boolean> {
  const { rows } = await pool.query<{ id: string | null }>('SELECT save_inbound_mail($1) AS id', [JSON.stringify(row)]);
  return rows[0]?.id !== null;
}

interface Prepared {
  body: string;
  attachments: StoredAttachment[];
}

/** Stores what can be stored. A text that is too long for a message is sent with it as a file: nothing is lost. */
export async function prepare(
  files: Files,
  customerId: string,
  text: string,
  given: readonly MailFile[],
): Promise<Prepared & { skipped: string[] }> {
  const attachments: StoredAttachment[] = [];
  const skipped: string[] = [];
  const room = maxMessageLength - 2_000;
  const isLong = text.length > room;
  const whole = isLong ? [{ name: 'message.txt', content: Buffer.from(text) }] : [];
  for (const { name, content } of [...whole, ...given]) {
    try {
      attachments.push(await storeFile(files, customerId, name, chunksOf(content)));
    } catch (error) {
      if (!(error instanceof FileRejectedError) && !(error instanceof FileTooLargeError)) throw error;
      skipped.push(storable(name, 150).replaceAll(/[\p{Cc}\p{Cf}]/gu, ' '));
    }
  }
  const paragraphs = [
    isLong ? `${text.slice(0, room).toWellFormed()}…` : text,
    hasVisibleText(text) ? '' : attachments.map(({ fileName }) => fileName).join('\n'),
    skipped.length === 0 ? '' : `Files that were not accepted: ${skipped.join(', ').slice(0, 1_000)}`,
  ];
  return { body: paragraphs.filter(hasVisibleText).join('\n\n'), attachments, skipped };
}
