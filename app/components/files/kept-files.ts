import { draftName } from '#app/lib/reply-draft.ts';
import { readStored, store, type TabStorage } from '#app/lib/stored.ts';
import type { Attachment } from '#contract/attachments.ts';

// Ids of files that were uploaded for a draft and not sent yet. Beside its text, which is written while files are uploaded.

/** For whom and for which ticket; see reply-draft.ts. */
export interface DraftOf {
  owner: string;
  ticketId: string;
}

const nameFor = ({ owner, ticketId }: DraftOf) => `${draftName(owner, ticketId)} files`;

export const keepFiles = (storage: TabStorage, draft: DraftOf, ids: readonly string[]) =>
  store(storage, nameFor(draft), ids.length === 0 ? undefined : ids);

export function readKeptFiles(storage: TabStorage, draft: DraftOf): string[] {
  const stored = readStored(storage, nameFor(draft));
  return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : [];
}

/** In the order in which they were chosen, without those that were sent, in another tab for instance, or removed from the server because nobody sent them. */
export const stillUnsent = (ids: readonly string[], listed: readonly Attachment[]): Attachment[] =>
  ids.flatMap((id) => listed.filter((file) => file.id === id && !file.isSent));
