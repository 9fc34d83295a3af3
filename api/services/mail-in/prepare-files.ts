import { FileRejectedError } from '#api/files/inspect-file.ts';
import { FileTooLargeError } from '#api/files/receive-file.ts';
import type { MailFile } from '#api/mail/inbound/parse-mail.ts';
import {
  discardUploads,
  type FileTarget,
  type RunAsSender,
  type StoredAttachment,
  storeUpload,
  type UploadDeps,
} from '#api/services/tickets/store-upload.ts';
import { maxFileBytes } from '#contract/file-types.ts';
import { hasVisibleText } from '#contract/limits.ts';
import { maxMessageLength } from '#contract/ticket-states.ts';
import { storable } from './accept-mail.ts';

interface Prepared {
  body: string;
  attachments: StoredAttachment[];
  /** Names of files that are not accepted. */
  skipped: string[];
}

/**
 * Stores what can be stored. A text that is too long for a message is sent with it as a file: nothing is lost. What it stored is
 * attached to a message, or given to `discardUploads`.
 */
export async function prepareFiles(
  deps: UploadDeps,
  runAsSender: RunAsSender,
  target: FileTarget,
  text: string,
  given: readonly MailFile[],
): Promise<Prepared> {
  const attachments: StoredAttachment[] = [];
  const skipped: string[] = [];
  const room = maxMessageLength - 2_000;
  const isLong = text.length > room;
  const whole = isLong ? [{ name: 'message.txt', content: Buffer.from(text) }] : [];
  for (const { name, content } of [...whole, ...given]) {
    try {
      if (content.length > maxFileBytes) throw new FileTooLargeError();
      const file = { ...target, name, size: content.length };
      attachments.push(await storeUpload(deps, runAsSender, file, blocksOf(content)));
    } catch (error) {
      if (!(error instanceof FileRejectedError) && !(error instanceof FileTooLargeError)) {
        await discardUploads(deps, attachments);
        throw error;
      }
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

const blockSize = 256 * 1024;

/** In blocks, so that hashing 25 MB does not stop the server. */
async function* blocksOf(bytes: Uint8Array) {
  for (let start = 0; start < bytes.length; start += blockSize) yield bytes.subarray(start, start + blockSize);
}
