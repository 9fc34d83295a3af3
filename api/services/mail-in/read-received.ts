import type { Readable } from 'node:stream';
import type { Database } from '#api/db/connect.ts';
import { FileMissingError, FileStorageError } from '#api/files/file-storage.ts';
import type { JobHandlers } from '#api/jobs/worker.ts';
import { idempotencyKeyReused, RateLimitError, UserError } from '#api/lib/errors.ts';
import type { HeldReason } from '#api/mail/inbound/judge-mail.ts';
import type { MailFile } from '#api/mail/inbound/parse-mail.ts';
import type { MailReader } from '#api/mail/inbound/mail-reader.ts';
import { type ReadMail, unreadable } from '#api/mail/inbound/read-mail.ts';
import { discardUploads, type StoredAttachment } from '#api/services/tickets/store-upload.ts';
import { findToken, type MailInDeps, ownerOf, storable } from './accept-mail.ts';
import { openByMail } from './open-by-mail.ts';
import { prepareFiles } from './prepare-files.ts';
import { type InboundRow, publishReply, runWithToken } from './publish-reply.ts';

/** A reply to what staff wrote to the prospect of a lead. */
export interface LeadReply {
  /** The mail's row. */
  id: string;
  leadId: string;
  body: string;
  files: readonly MailFile[];
  row: InboundRow;
  /** Two programs that answer each other write more. */
  maxPerHour: number;
}

export type PublishToLead = (
  database: Pick<Database, 'pool'>,
  reply: LeadReply,
) => Promise<'published' | 'done_before' | HeldReason>;

export interface ReadDeps extends Omit<MailInDeps, 'database'> {
  database: () => Database | undefined;
  reader: MailReader;
  /** Without it, replies to leads are held. */
  publishToLead?: PublishToLead | undefined;
}

export type MailOutcome = { state: 'published' } | { state: 'held'; reason: HeldReason };

/** More replies by mail in an hour than people write: two programs answer each other. */
const maxMailsPerHour = 20;
/** Instances that died while they read it. */
const maxAttempts = 10;
const retryStorageMs = 60_000;

/** The job of a mail that was accepted. It may run twice: a mail that was read is left alone. */
export const receivedMailHandlers = ({ database, ...deps }: ReadDeps): JobHandlers => ({
  'received-mail': {
    maxRetrySeconds: 60,
    run: async ({ data: { mail }, attempts }) => {
      const current = database();
      if (current === undefined) throw new Error('The database is not available.');
      try {
        await readReceived({ ...deps, database: current }, mail, attempts <= maxAttempts);
        return 'done';
      } catch (error) {
        // An outage is not an attempt: it says nothing about the mail.
        if (error instanceof FileStorageError) return { notBefore: new Date(Date.now() + retryStorageMs) };
        throw error;
      }
    },
  },
});

interface ReceivedMail {
  sha256: string;
  sender: string;
  recipients: string[];
}

/** Publishes a mail, or holds it for staff. Undefined if that has been done before. */
export async function readReceived(
  deps: MailInDeps & Pick<ReadDeps, 'reader' | 'publishToLead'>,
  id: string,
  isReadable = true,
): Promise<MailOutcome | undefined> {
  const { database, policy, reader, publishToLead, log } = deps;
  const { rows } = await database.pool.query<ReceivedMail>('SELECT * FROM find_received_mail($1)', [id]);
  const [received] = rows;
  if (received === undefined) return undefined;
  const { sha256, ...envelope } = received;
  const token = await findToken(database, envelope);
  const original = isReadable ? await openOriginal(deps, sha256) : undefined;
  const mail = original === undefined ? unreadable : await reader.read({ original, envelope, token, policy });
  const owner = ownerOf(token);
  const row = toRow(mail, owner);

  const hold = async (reason: HeldReason): Promise<MailOutcome | undefined> => {
    const isDone = await finish(database, id, { ...row, state: 'held', reason });
    if (isDone) log.info({ reason, ticket: owner.ticketId, lead: owner.leadId }, 'mail held for staff');
    return isDone ? { state: 'held', reason } : undefined;
  };

  const { verdict } = mail;
  if (verdict.action === 'open') {
    const { body } = verdict;
    const outcome = await openByMail(deps, { id, from: mail.from ?? '', body, files: mail.files, row });
    if (outcome === 'opened') return { state: 'published' };
    return outcome === 'done_before' ? undefined : hold(outcome);
  }
  if (verdict.action === 'hold' || token === undefined)
    return hold(verdict.action === 'hold' ? verdict.reason : 'unknown_token');
  if ('leadId' in token) {
    if (publishToLead === undefined) return hold('unknown_token');
    const { files } = mail;
    const reply = { id, leadId: token.leadId, body: verdict.body, files, row, maxPerHour: maxMailsPerHour };
    const outcome = await publishToLead(database, reply);
    if (outcome === 'published') return { state: 'published' };
    return outcome === 'done_before' ? undefined : hold(outcome);
  }
  if ((await countRecent(database, token.ticketId)) >= maxMailsPerHour) return hold('loop');
  let attachments: StoredAttachment[] = [];
  try {
    const asReplier = runWithToken(database, token);
    const prepared = await prepareFiles(deps, asReplier, { ticketId: token.ticketId }, verdict.body, mail.files);
    ({ attachments } = prepared);
    const { body } = prepared;
    const isDone = await publishReply(database, token, { id, body, attachments, emailMessageId: row.messageId, row });
    if (!isDone) await discardUploads(deps, attachments);
    return isDone ? { state: 'published' } : undefined;
  } catch (error) {
    await discardUploads(deps, attachments);
    if (error === idempotencyKeyReused) return hold('duplicate');
    // The ticket is gone, or the user may not write to it or writes too much.
    if (error instanceof UserError || error instanceof RateLimitError) return hold('not_accepted');
    throw error;
  }
}

async function openOriginal({ files, log }: MailInDeps, sha256: string): Promise<Readable | undefined> {
  try {
    return await files.storage.read('mail', sha256);
  } catch (error) {
    if (!(error instanceof FileMissingError)) throw error;
    log.error({ err: error }, 'the original of a mail is missing');
    return undefined;
  }
}

async function countRecent({ pool }: Database, ticketId: string): Promise<number> {
  const { rows } = await pool.query<{ count: number }>('SELECT count_recent_mails($1) AS count', [ticketId]);
  return rows[0]?.count ?? 0;
}

const toRow = (mail: ReadMail, { ticketId, userId }: ReturnType<typeof ownerOf>): InboundRow => ({
  from: storable(mail.from ?? '', 320) || null,
  subject: storable(mail.subject, 500),
  messageId: storable(mail.messageId ?? '', 500) || null,
  text: storable(mail.text, 200_000),
  visibleText: storable(mail.visibleText, 200_000),
  fileCount: mail.files.length,
  authentication: mail.authentication,
  ticketId,
  userId,
});

async function finish({ pool }: Database, id: string, row: InboundRow & { state: 'held'; reason: HeldReason }) {
  const { rows } = await pool.query<{ done: boolean }>('SELECT finish_inbound_mail($1, $2) AS done', [
    id,
    JSON.stringify(row),
  ]);
  return rows[0]?.done === true;
}
