import { longestTicketDescription, longestTicketSubject } from '#contract/limits.ts';
import type { NewTicket } from '#contract/tickets.ts';

/** A ticket being written. All attempts to send it carry one key, so that the server makes it once. */
export interface TicketDraft extends NewTicket {
  key: string;
  /** It was being sent when the session ended: it comes back after sign-in. */
  isInterrupted: boolean;
}

/** The source of this form's toasts. */
export const ticketForm = 'new-ticket';

// product §9
export const defaultPriority = 'medium';

// Not randomUUID, which plain-http pages do not have.
const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

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

export const isMissing = (text: string) => text.trim() === '';

export function validateDraft({ subject, description }: NewTicket): DraftErrors {
  return {
    ...(isMissing(subject) && { subject: 'Please enter a subject.' }),
    ...(subject.length > longestTicketSubject && { subject: `Please use at most ${longestTicketSubject} characters.` }),
    ...(isMissing(description) && { description: 'Please describe your issue.' }),
    ...(description.length > longestTicketDescription && {
      description: `Please use at most ${longestTicketDescription} characters: these are ${description.length}.`,
    }),
  };
}

// By user: on a shared computer, the next one to sign in must not see it.
const nameFor = (userId: string) => `ticket-draft:${userId}`;

type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Of this browser tab only, and only until it is sent or given up. */
export function keepDraft(storage: DraftStorage, userId: string, draft: TicketDraft): void {
  try {
    if (isMissing(draft.subject) && isMissing(draft.description)) storage.removeItem(nameFor(userId));
    else storage.setItem(nameFor(userId), JSON.stringify(draft));
  } catch {
    // Storage is full or forbidden: the draft lives as long as the page.
  }
}

export function readDraft(storage: DraftStorage, userId: string): TicketDraft {
  try {
    const kept = JSON.parse(storage.getItem(nameFor(userId)) ?? 'null') as Partial<TicketDraft> | null;
    const isWhole = [kept?.subject, kept?.description, kept?.priority, kept?.key].every(
      (part) => typeof part === 'string',
    );
    if (isWhole) return { ...(kept as TicketDraft), isInterrupted: kept?.isInterrupted === true };
  } catch {
    // As if there were none.
  }
  return emptyDraft();
}
