import type { ReactNode } from 'react';
import { StaffCopyContext } from '#app/desk/components/desk-context.ts';
import {
  Conversation,
  type ConversationProps,
  DeskConversationContext,
  TicketSide,
} from '#app/desk/conversation/conversation.tsx';
import { TicketActions } from '#app/desk/conversation/ticket-actions.tsx';
import { preloadCopy, useCopy } from '#app/lib/copy.ts';
import { deskLanguages } from '#contract/languages.ts';
import { conversationCopy, staffConversationCopy } from './language.ts';

preloadCopy(deskLanguages, staffConversationCopy, conversationCopy);

// Loaded after the page of the ticket, which stays below the desk's budget without it.

function WithCopy({ children }: { children: ReactNode }) {
  const { conversation } = useCopy(conversationCopy);
  const { staffConversation } = useCopy(staffConversationCopy);
  return (
    <StaffCopyContext value={staffConversation}>
      <DeskConversationContext copy={conversation}>{children}</DeskConversationContext>
    </StaffCopyContext>
  );
}

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
