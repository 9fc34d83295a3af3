import { maxTicketDescriptionLength, maxTicketSubjectLength, hasVisibleText } from '#contract/limits.ts';
import type { TicketsCopy } from '#content/portal/en/tickets.ts';
import type { OpenTicket } from '#contract/conversation.ts';
import { newKey } from '#app/lib/idempotency-key.ts';

/** A ticket being written. All attempts to send it have the same idempotency key, so that the server creates it once. */
export interface TicketDraft extends Omit<OpenTicket, 'requestedFor'> {
  /** The email address of a colleague. */
  requestedFor?: string | undefined;
  key: string;
  /** It was being sent when the session ended: it is shown again after sign-in. */
  isInterrupted: boolean;
}

/** The source of this form's toasts. */
export const ticketForm = 'new-ticket';

// product §9
export const defaultPriority = 'medium';

export const emptyDraft = (): TicketDraft => ({
  subject: '',
  description: '',
  priority: defaultPriority,
  key: newKey(),
  isInterrupted: false,
});

export const withNewKey = (draft: TicketDraft): TicketDraft => ({ ...draft, key: newKey() });

export interface DraftErrors {
  subject?: string;
  description?: string;
}

export const isMissing = (text: string) => !hasVisibleText(text);

export function validateDraft(
  { subject, description }: Pick<TicketDraft, 'subject' | 'description'>,
  copy: TicketsCopy['create'],
): DraftErrors {
  return {
    ...(isMissing(subject) && { subject: copy.noSubject }),
    ...(subject.length > maxTicketSubjectLength && {
      subject: copy.subjectTooLong(maxTicketSubjectLength),
    }),
    ...(isMissing(description) && { description: copy.noText }),
    ...(description.length > maxTicketDescriptionLength && {
      description: copy.textTooLong(maxTicketDescriptionLength, description.length),
    }),
  };
}

// Per user and customer: on a shared computer the next user must not see it.
const nameFor = (owner: string) => `ticket-draft:${owner}`;

type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** In this browser tab only, until it is sent or discarded. */
export function saveDraft(storage: DraftStorage, owner: string, draft: TicketDraft): void {
  try {
    if (isMissing(draft.subject) && isMissing(draft.description)) storage.removeItem(nameFor(owner));
    else storage.setItem(nameFor(owner), JSON.stringify(draft));
  } catch {
    // Storage is full or blocked: the draft lasts as long as the page.
  }
}

export function readDraft(storage: DraftStorage, owner: string): TicketDraft {
  try {
    const stored = JSON.parse(storage.getItem(nameFor(owner)) ?? 'null') as Partial<TicketDraft> | null;
    const isWhole = [stored?.subject, stored?.description, stored?.priority, stored?.key].every(
      (part) => typeof part === 'string',
    );
    if (isWhole) {
      const requestedFor = typeof stored?.requestedFor === 'string' ? stored.requestedFor : undefined;
      return { ...(stored as TicketDraft), requestedFor, isInterrupted: stored?.isInterrupted === true };
    }
  } catch {
    // Invalid data counts as no draft.
  }
  return emptyDraft();
}
