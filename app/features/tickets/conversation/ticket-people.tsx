import { useQuery } from '@tanstack/react-query';
import { useContext, useId } from 'react';
import { useNavigate } from 'react-router';
import { useConversation } from '#app/components/conversation/side.ts';
import { PersonName, TicketPeople } from '#app/components/conversation/ticket-people.tsx';
import { ReadOnlyContext, useCan } from '#app/lib/portal-context.ts';
import { toast } from '#app/lib/toast.ts';
import type { Person, TicketCard } from '#contract/conversation.ts';
import { colleaguesQuery } from '../colleagues-query.ts';
import { useTicketPageCopy } from '../tickets-copy.ts';
import { ticketsPath } from '../tickets-list.tsx';

const entryOf = (label: string, person: Person | null) =>
  person === null ? [] : [{ label, value: <PersonName person={person} /> }];

export function PortalPeople({ ticket, userId }: { ticket: TicketCard; userId: string }) {
  const { openedFor } = useConversation().copy.people;
  const { people: copy } = useTicketPageCopy();
  const { author, requester, watchers } = ticket;
  const navigate = useNavigate();
  const isReadOnly = useContext(ReadOnlyContext);
  const seesAll = useCan()('technical');
  const mayRemoveAll = seesAll || author?.isYou === true || requester?.isYou === true;
  // Those who see every ticket choose from their colleagues; others know the email address.
  const { data: colleagues = [] } = useQuery({ ...colleaguesQuery, enabled: seesAll });
  const listId = useId();
  const isForAnother = requester !== null && requester.userId !== author?.userId;
  const leave = {
    question: copy.confirmStop,
    onLeft: () => {
      toast({ source: 'watchers', title: copy.noLongerSeen, description: ticket.ticketNumber });
      void navigate(ticketsPath);
    },
  };
  return (
    <>
      <TicketPeople
        entries={[
          ...entryOf(openedFor, isForAnother ? requester : null),
          ...entryOf(copy.openedBy, isForAnother ? author : (requester ?? author)),
          { label: copy.assignee, value: ticket.assigneeName ?? copy.notAssigned },
        ]}
        ticketId={ticket.id}
        watchers={watchers}
        canAdd={!isReadOnly}
        canRemove={({ isYou }) => !isReadOnly && (isYou || mayRemoveAll)}
        own={{ remove: copy.stop, removed: copy.stopped, leave: mayRemoveAll ? undefined : leave }}
        field={{ placeholder: copy.placeholder, list: listId }}
      />
      <datalist id={listId}>
        {colleagues
          .filter((one) => one.userId !== userId && !watchers.some((watcher) => watcher.userId === one.userId))
          .map((one) => (
            <option key={one.userId} value={one.email}>
              {one.name}
            </option>
          ))}
      </datalist>
    </>
  );
}
