import type { NewTicketProps } from '#app/desk/components/desk-context.ts';
import { NewTicketDialog } from '#app/desk/tickets/new-ticket.tsx';
import { copyPart, preloadCopy, useCopy } from '#app/lib/copy.ts';
import { deskLanguages } from '#contract/languages.ts';
import { conversationCopy } from './language.ts';

const newTicketCopy = copyPart(() => import('#content/desk/fr/new-ticket.ts'), {
  en: () => import('#content/desk/en/new-ticket.ts'),
});
preloadCopy(deskLanguages, newTicketCopy, conversationCopy);

/** Loaded when it is opened. */
export function NewTicket(props: NewTicketProps) {
  const { newTicket } = useCopy(newTicketCopy);
  const { conversation } = useCopy(conversationCopy);
  return <NewTicketDialog {...props} copy={newTicket} files={conversation.files} />;
}

export const loadCopy = (language: Parameters<typeof newTicketCopy.load>[0]) =>
  Promise.all([newTicketCopy.load(language), conversationCopy.load(language)]);
