import type { Statuses } from '#app/components/data-list/list-view.ts';
import type { api } from '#app/lib/api-client.ts';
import { requiredContext } from '#app/lib/required-context.ts';
import type { ConversationCopy } from '#content/portal/en/conversation.ts';
import type { TicketEvent } from '#contract/conversation.ts';
import type { DeskThreadItem } from '#contract/desk-conversation.ts';

/** A message, an event or, at the desk only, an internal note. */
export type Item = DeskThreadItem;
export type Author = Item['author'];

/** Who reads and writes: the customer in the portal, or staff at the desk. */
export interface Side {
  api: Pick<
    typeof api.portal.tickets | typeof api.desk.tickets,
    'detail' | 'thread' | 'files' | 'file' | 'add-watcher' | 'remove-watcher'
  >;
  /** The keys of all queries about a ticket begin with it. */
  ticketKey: (id: string) => readonly string[];
  /** The key of the ticket without its conversation. */
  cardKey: (id: string) => readonly string[];
  /** A reply names the version of the ticket that its author has seen. */
  hasVersions: boolean;
}

export interface Conversation {
  side: Side;
  copy: ConversationCopy;
  statuses: Statuses;
  ticketPath: (id: string) => string;
  invoicePath: (invoice: { id: string; number: string | null }) => string;
  describeError: (error: unknown) => string;
  /** For errors that end the session. Queries report theirs by themselves. */
  reportError: (error: unknown) => void;
  /** Events that only staff see; undefined for others. */
  describeInternal?: ((event: TicketEvent, actor: string) => string | undefined) | undefined;
  /** The desk shows more on a screen. */
  isDense: boolean;
}

export const [ConversationContext, useConversation] = requiredContext<Conversation>('ConversationContext');
