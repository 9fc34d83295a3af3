import { requiredContext } from '#app/lib/required-context.ts';
import type { TicketPageCopy } from '#content/portal/en/conversation.ts';
import type { TicketsCopy } from '#content/portal/en/tickets.ts';

export const [TicketsCopyContext, useTicketsCopy] = requiredContext<TicketsCopy>('TicketsCopyContext');

/** Loaded with the page of a ticket. */
export const [TicketPageCopyContext, useTicketPageCopy] = requiredContext<TicketPageCopy>('TicketPageCopyContext');
