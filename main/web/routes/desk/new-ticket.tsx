import type { NewTicketProps } from '#app/desk/components/desk-context.ts';
import { NewTicketDialog } from '#app/desk/tickets/new-ticket.tsx';
import { copyPart, useCopy } from '#app/lib/copy.ts';
import type { PortalLanguage } from '#contract/languages.ts';
import { conversationCopy } from './language.ts';

const newTicketCopy = copyPart(() => import('#content/desk/fr/new-ticket.ts'), {
  en: () => import('#content/desk/en/new-ticket.ts'),
});

/** Loaded when it is opened. */
export function NewTicket(props: NewTicketProps) {
  const { newTicket } = useCopy(newTicketCopy);
  const { conversation } = useCopy(conversationCopy);
  return <NewTicketDialog {...props} copy={newTicket} files={conversation.files} />;
}

export const loadCopy = (language: PortalLanguage) =>
  Promise.all([newTicketCopy.load(language), conversationCopy.load(language)]);
