import { maxTicketDescriptionLength, maxTicketSubjectLength, hasVisibleText } from '#contract/limits.ts';
import type { TicketsCopy } from '#content/portal/en/tickets.ts';
import type { OpenTicket } from '#contract/conversation.ts';
import type { Formats } from '#app/lib/formats.ts';
import { newKey } from '#app/lib/idempotency-key.ts';
import { readStored, store, type TabStorage } from '#app/lib/stored.ts';

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
  { number }: Pick<Formats, 'number'>,
): DraftErrors {
  return {
    ...(isMissing(subject) && { subject: copy.noSubject }),
    ...(subject.length > maxTicketSubjectLength && {
      subject: copy.subjectTooLong(number(maxTicketSubjectLength)),
    }),
    ...(isMissing(description) && { description: copy.noText }),
    ...(description.length > maxTicketDescriptionLength && {
      description: copy.textTooLong(number(maxTicketDescriptionLength), number(description.length)),
    }),
  };
}

// Per user and customer: on a shared computer the next user must not see it.
export const ticketDraftName = (owner: string) => `ticket-draft:${owner}`;

/** In this browser tab only, until it is sent or discarded. */
export const saveDraft = (storage: TabStorage, owner: string, draft: TicketDraft) =>
  store(storage, ticketDraftName(owner), isMissing(draft.subject) && isMissing(draft.description) ? undefined : draft);

export function readDraft(storage: TabStorage, owner: string): TicketDraft {
  const stored = (readStored(storage, ticketDraftName(owner)) ?? {}) as Partial<TicketDraft>;
  const { subject, description, priority, key, requestedFor, topic, invoiceId } = stored;
  if ([subject, description, priority, key].some((part) => typeof part !== 'string')) return emptyDraft();
  return {
    ...(stored as TicketDraft),
    requestedFor: typeof requestedFor === 'string' ? requestedFor : undefined,
    topic: topic === 'billing' ? topic : undefined,
    invoiceId: typeof invoiceId === 'string' ? invoiceId : undefined,
    isInterrupted: stored.isInterrupted === true,
  };
}
