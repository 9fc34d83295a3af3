import { newKey } from './idempotency-key.ts';
import { readStored, store, type TabStorage } from './stored.ts';

/** A reply being written. All attempts to send it have the same idempotency key, so that the server adds it once. */
export interface ReplyDraft {
  body: string;
  key: string;
  /** The ticket's version when writing began: at the desk, a reply must not go out beside another one. */
  version?: number;
}

export const emptyReply = (): ReplyDraft => ({ body: '', key: newKey() });

export const withNewKey = (draft: ReplyDraft): ReplyDraft => ({ ...draft, key: newKey() });

// Per author (a user of a customer, or staff with what is written) and ticket: on a shared computer the next user must not see it.
const prefix = 'reply-draft:';
export const draftName = (owner: string, ticketId: string) => `${prefix}${owner} ${ticketId}`;

/** In this browser tab only, until it is sent. */
export const saveReply = (storage: TabStorage, owner: string, ticketId: string, draft: ReplyDraft) =>
  store(storage, draftName(owner, ticketId), draft.body.trim() === '' ? undefined : draft);

export function readReply(storage: TabStorage, owner: string, ticketId: string): ReplyDraft {
  const { body, key, version } = (readStored(storage, draftName(owner, ticketId)) ?? {}) as Partial<ReplyDraft>;
  if (typeof body !== 'string' || typeof key !== 'string') return emptyReply();
  return { body, key, ...(typeof version === 'number' && { version }) };
}

/** Drafts survive a sign-out that is only the way to a new session: restores those that are stored now. */
export function keepReplies(storage: Storage): () => void {
  try {
    const kept = Object.keys(storage)
      .filter((name) => name.startsWith(prefix) || name.startsWith('invoice-draft:'))
      .map((name) => [name, storage.getItem(name) ?? ''] as const);
    return () => {
      for (const [name, draft] of kept) storage.setItem(name, draft);
    };
  } catch {
    return () => {};
  }
}
