import type { ReactNode } from 'react';
import { StaffCopyContext } from '#app/desk/components/desk-context.ts';
import {
  Conversation,
  type ConversationProps,
  DeskConversationContext,
  TicketSide,
} from '#app/desk/conversation/conversation.tsx';
import { TicketActions } from '#app/desk/conversation/ticket-actions.tsx';
import { conversation } from '#content/desk/fr/conversation.ts';
import { staffConversation } from '#content/desk/fr/staff-conversation.ts';

// Loaded after the page of the ticket, which stays below the desk's budget without it.

const WithCopy = ({ children }: { children: ReactNode }) => (
  <StaffCopyContext value={staffConversation}>
    <DeskConversationContext copy={conversation}>{children}</DeskConversationContext>
  </StaffCopyContext>
);

export const TicketConversation = ({ ticket }: ConversationProps) => (
  <WithCopy>
    <Conversation ticket={ticket} />
  </WithCopy>
);

export const BesideConversation = ({ ticket }: ConversationProps) => (
  <WithCopy>
    <TicketSide ticket={ticket} />
  </WithCopy>
);

export const TicketMenu = ({ ticket }: ConversationProps) => (
  <WithCopy>
    <TicketActions ticket={ticket} />
  </WithCopy>
);
