import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useContext, useEffect } from 'react';
import { api } from '#app/lib/api-client.ts';
import { followStream, type LiveMessage } from '#app/lib/live-stream.ts';
import { MembershipContext } from '#app/lib/portal-context.ts';
import { recordsKey } from '#app/lib/query-client.ts';

/** Lists, the changed ticket and its conversation (ticket-queries.ts), but no other ticket. */
function readAgain(client: QueryClient, message: LiveMessage): void {
  const changed = message.type === 'ticket' ? message.id : undefined;
  void client.invalidateQueries({
    queryKey: recordsKey('tickets'),
    predicate: ({ queryKey: [, , kind, id] }) => changed === undefined || kind !== 'ticket' || id === changed,
  });
  void client.invalidateQueries({ queryKey: ['overview'] });
}

/** The stream also tells of a ticket that this tab has just created and shows. */
const ownTicketMs = 5_000;
const ownTickets = new Map<string, number>();
/** While a ticket is being created, its id is not known yet. */
let held: LiveMessage[] | undefined;

function isOwn(message: LiveMessage): boolean {
  if (message.type !== 'ticket') return false;
  const createdAt = ownTickets.get(message.id);
  // Once: what follows is a change by somebody else.
  return ownTickets.delete(message.id) && createdAt !== undefined && Date.now() - createdAt < ownTicketMs;
}

/** Creates a ticket. The caller shows it: the event of its creation is not followed. */
export async function createWithoutEvent<Ticket extends { id: string }>(
  client: QueryClient,
  create: () => Promise<Ticket>,
): Promise<Ticket> {
  held ??= [];
  try {
    const ticket = await create();
    ownTickets.set(ticket.id, Date.now());
    return ticket;
  } finally {
    const messages = held ?? [];
    held = undefined;
    for (const message of messages) if (!isOwn(message)) readAgain(client, message);
  }
}

/** From the list to a ticket and back, the stream goes on. */
const lingeringMs = 2_000;
let current: { client: QueryClient; owner: string; stop: () => void } | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Reads tickets again when they change. An open one is read every minute too, in case there is no stream. */
export function useLiveTickets(): void {
  const client = useQueryClient();
  const owner = useContext(MembershipContext)?.customerId;
  useEffect(() => {
    if (owner === undefined) return undefined;
    clearTimeout(timer);
    if (current?.client !== client || current.owner !== owner) {
      current?.stop();
      const onMessage = (message: LiveMessage) => {
        if (held !== undefined) held.push(message);
        else if (!isOwn(message)) readAgain(client, message);
      };
      current = { client, owner, stop: followStream({ url: api.portal.events.$path({}), owner, onMessage }) };
    }
    return () => {
      timer = setTimeout(() => {
        current?.stop();
        current = undefined;
      }, lingeringMs);
    };
  }, [client, owner]);
}
