import { ConversationCopyContext } from '#app/features/desk/desk-context.ts';
import { Conversation, type ConversationProps, TicketSide } from '#app/features/desk/conversation/conversation.tsx';
import { conversation } from '#content/desk/conversation.ts';

// Loaded after the page of the ticket, which stays below the desk's budget without it.

export const TicketConversation = ({ ticket }: ConversationProps) => (
  <ConversationCopyContext value={conversation}>
    <Conversation ticket={ticket} />
  </ConversationCopyContext>
);

export const BesideConversation = ({ ticket }: ConversationProps) => (
  <ConversationCopyContext value={conversation}>
    <TicketSide ticket={ticket} />
  </ConversationCopyContext>
);
