import { newKey } from './idempotency-key.ts';

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

type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** In this browser tab only, until it is sent. */
export function saveReply(storage: DraftStorage, owner: string, ticketId: string, draft: ReplyDraft): void {
  try {
    if (draft.body.trim() === '') storage.removeItem(draftName(owner, ticketId));
    else storage.setItem(draftName(owner, ticketId), JSON.stringify(draft));
  } catch {
    // Storage is full or blocked: the draft lasts as long as the page.
  }
}

export function readReply(storage: DraftStorage, owner: string, ticketId: string): ReplyDraft {
  try {
    const stored = JSON.parse(storage.getItem(draftName(owner, ticketId)) ?? 'null') as Partial<ReplyDraft> | null;
    if (typeof stored?.body === 'string' && typeof stored.key === 'string')
      return {
        body: stored.body,
        key: stored.key,
        ...(typeof stored.version === 'number' && { version: stored.version }),
      };
  } catch {
    // Invalid data counts as no draft.
  }
  return emptyReply();
}

/** Drafts survive a sign-out that is only the way to a new session: restores those that are stored now. */
export function keepReplies(storage: Storage): () => void {
  try {
    const kept = Object.keys(storage)
      .filter((name) => name.startsWith(prefix))
      .map((name) => [name, storage.getItem(name) ?? ''] as const);
    return () => {
      for (const [name, draft] of kept) storage.setItem(name, draft);
    };
  } catch {
    return () => {};
  }
}
