import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { buffer } from 'node:stream/consumers';
import type { ClientBase } from 'pg';
import { checkFiles, removeOrphans } from '#main/admin/files/stored-files.ts';
import type { FileStorage } from '#api/files/file-storage.ts';
import type { Files } from '#api/files/files.ts';

export const mailInKey = 'a key of the mail server, of enough characters';

export const hashOf = (content: Uint8Array) => createHash('sha256').update(content).digest('hex');

/** What may become of a mail: a reply is published under its text, or held because there are too many; others are held. */
export type MailPurpose = { reply: string } | 'hold';

const tooMany = ['loop', 'not_accepted'];

/** What clients got a success response for, recorded outside of the server: each must be stored exactly once, with its content. */
export class AcknowledgedConversation {
  /** Hashes of files, by id. */
  readonly uploads = new Map<string, string>();
  /** Ids of the files of a reply, by its text. */
  readonly replies = new Map<string, string[]>();
  /** Texts of internal notes. */
  readonly notes = new Set<string>();
  /** By the hash of the original. */
  readonly mails = new Map<string, MailPurpose>();
  /** Names of files whose upload was cut: none may be stored. */
  readonly cutUploads = new Set<string>();

  get summary(): string {
    const { uploads, replies, notes, mails } = this;
    return `${uploads.size} uploads, ${replies.size} replies, ${notes.size} notes, ${mails.size} mails`;
  }

  /** With the rights of the operator. */
  async findViolations(client: ClientBase, storage: FileStorage): Promise<string[]> {
    return [
      ...(await this.#checkFiles(client, storage)),
      ...(await this.#checkTexts(client)),
      ...(await this.#checkMails(client, storage)),
    ];
  }

  async #checkFiles(client: ClientBase, storage: FileStorage): Promise<string[]> {
    const violations: string[] = [];
    const { rows } = await client.query<StoredFile>(
      `SELECT attachments.id, attachments.customer_id AS folder, file_name AS name, sha256, body FROM attachments
        LEFT JOIN ticket_messages ON ticket_messages.id = message_id`,
    );
    const filesById = new Map(rows.map((row) => [row.id, row]));
    for (const [id, sha256] of this.uploads) {
      const row = filesById.get(id);
      if (row?.sha256 !== sha256) violations.push('an acknowledged upload has no row, or another one');
      else if (!(await isIntact(storage, row.folder, sha256)))
        violations.push('the content of an acknowledged upload is lost');
    }
    for (const [text, fileIds] of this.replies)
      if (fileIds.some((id) => filesById.get(id)?.body !== text)) violations.push('a reply lost its file');
    if (rows.some(({ name }) => this.cutUploads.has(name))) violations.push('an upload that was cut is stored');
    return violations;
  }

  async #checkTexts(client: ClientBase): Promise<string[]> {
    const violations: string[] = [];
    const check = async (table: string, what: string, texts: Iterable<string>) => {
      const { rows } = await client.query<{ body: string; times: number }>(
        `SELECT body, count(*)::integer AS times FROM ${table} GROUP BY body`,
      );
      const timesByText = new Map(rows.map(({ body, times }) => [body, times]));
      for (const text of texts) {
        const times = timesByText.get(text) ?? 0;
        if (times !== 1) violations.push(`an acknowledged ${what} is stored ${times} times`);
      }
    };
    await check('ticket_messages', 'reply', this.replies.keys());
    await check('ticket_notes', 'note', this.notes);
    return violations;
  }

  async #checkMails(client: ClientBase, storage: FileStorage): Promise<string[]> {
    const violations: string[] = [];
    await untilRead(client);
    const { rows } = await client.query<StoredMail>(
      `SELECT sha256, state, reason, body, times FROM inbound_mails LEFT JOIN
        (SELECT id, body, count(*) OVER (PARTITION BY body)::integer AS times FROM ticket_messages) AS messages ON messages.id = message_id`,
    );
    const stored = Map.groupBy(rows, ({ sha256 }) => sha256);
    for (const [sha256, purpose] of this.mails) {
      const [row, ...others] = stored.get(sha256) ?? [];
      if (row === undefined) violations.push('an acknowledged mail is lost');
      else if (others.length > 0) violations.push(`an acknowledged mail is stored ${others.length + 1} times`);
      else if (!(await isIntact(storage, 'mail', sha256)))
        violations.push('the original of an acknowledged mail is lost');
      else if (!isAsExpected(row, purpose))
        violations.push(`a mail ${purpose === 'hold' ? 'to be held' : 'with a reply'} is ${row.state} (${row.reason})`);
    }
    return violations;
  }
}

interface StoredFile {
  id: string;
  folder: string;
  name: string;
  sha256: string;
  body: string | null;
}

interface StoredMail {
  sha256: string;
  state: string;
  reason: string | null;
  body: string | null;
  times: number | null;
}

/** Jobs read what was accepted, if a server still runs. */
async function untilRead(client: ClientBase): Promise<void> {
  for (let tries = 0; tries < 120; tries += 1) {
    const { rowCount } = await client.query(`SELECT FROM inbound_mails WHERE state = 'received' LIMIT 1`);
    if (rowCount === 0) return;
    await wait(1_000);
  }
}

function isAsExpected({ state, reason, body, times }: StoredMail, purpose: MailPurpose): boolean {
  if (state === 'held') return purpose === 'hold' || tooMany.includes(reason ?? '');
  return purpose !== 'hold' && state === 'published' && body === purpose.reply && times === 1;
}

const isIntact = async (storage: FileStorage, folder: string, sha256: string) =>
  hashOf(await storage.read(folder, sha256).then(buffer, () => Buffer.from('missing'))) === sha256;

/** What killed servers left without a row is removed after a day, and nothing else is. Returns how much, and what remains wrong. */
export async function cleanUpFiles(
  client: ClientBase,
  files: Files,
): Promise<{ removed: number; violations: string[] }> {
  const later = new Date(Date.now() + 2 * 24 * 60 * 60 * 1000);
  const removed = await removeOrphans(client, files, { now: later });
  const again = await removeOrphans(client, files, { now: later, isDryRun: true });
  const { problems, warnings } = await checkFiles(client, files, later);
  const findings = [...problems, ...warnings].map(({ where, what }) => `${where} ${what}`);
  return {
    removed,
    violations: again === 0 ? findings : [...findings, `${again} files without a row after the clean-up`],
  };
}
