import { draftName } from '#app/lib/reply-draft.ts';
import type { Attachment } from '#contract/attachments.ts';

// Ids of files that were uploaded for a draft and not sent yet. Beside its text, which is written while files are uploaded.

/** For whom and for which ticket; see reply-draft.ts. */
export interface DraftOf {
  owner: string;
  ticketId: string;
}

const nameFor = ({ owner, ticketId }: DraftOf) => `${draftName(owner, ticketId)} files`;

type KeptStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

export function keepFiles(storage: KeptStorage, draft: DraftOf, ids: readonly string[]): void {
  try {
    if (ids.length === 0) storage.removeItem(nameFor(draft));
    else storage.setItem(nameFor(draft), JSON.stringify(ids));
  } catch {
    // Storage is full or blocked: the files last as long as the page.
  }
}

export function readKeptFiles(storage: KeptStorage, draft: DraftOf): string[] {
  try {
    const stored: unknown = JSON.parse(storage.getItem(nameFor(draft)) ?? '[]');
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

/** In the order in which they were chosen, without those that were sent, in another tab for instance, or removed from the server because nobody sent them. */
export const stillUnsent = (ids: readonly string[], listed: readonly Attachment[]): Attachment[] =>
  ids.flatMap((id) => listed.filter((file) => file.id === id && !file.isSent));
