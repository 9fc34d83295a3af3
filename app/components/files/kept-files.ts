import { readStored, store, type TabStorage } from '#app/lib/stored.ts';
import type { Attachment } from '#contract/attachments.ts';

// Files that were uploaded for a draft and not sent yet. Beside its text, which is written while files are uploaded.

export type KeptFile = { id: string; name: string; size: number };

const nameFor = (draft: string) => `${draft} files`;

/** `draft`: the name under which the text is stored. */
export const keepFiles = (storage: TabStorage, draft: string, files: readonly KeptFile[]) =>
  store(storage, nameFor(draft), files.length === 0 ? undefined : files);

export function readKeptFiles(storage: TabStorage, draft: string): KeptFile[] {
  const stored = readStored(storage, nameFor(draft));
  return Array.isArray(stored) ? stored.filter(isKeptFile) : [];
}

function isKeptFile(value: unknown): value is KeptFile {
  const { id, name, size } = (value ?? {}) as Partial<KeptFile>;
  return typeof id === 'string' && typeof name === 'string' && typeof size === 'number';
}

/** In the order in which they were chosen, without those that were sent, in another tab for instance, or removed from the server because nobody sent them. */
export const stillUnsent = (kept: readonly KeptFile[], listed: readonly Attachment[]): Attachment[] =>
  kept.flatMap(({ id }) => listed.filter((file) => file.id === id && !file.isSent));
