import type { ComponentProps } from 'react';
import { NewTicketDialog } from '#app/features/tickets/new-ticket-dialog.tsx';
import { useCopy } from '#app/lib/copy.ts';
import { conversationCopy } from './shared-copy.ts';

/** Loaded by records.tsx after the list. */
export function NewTicket(props: Omit<ComponentProps<typeof NewTicketDialog>, 'filesCopy'>) {
  const { conversation } = useCopy(conversationCopy);
  return <NewTicketDialog {...props} filesCopy={conversation.files} />;
}
