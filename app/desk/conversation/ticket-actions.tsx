import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { threadQuery } from '#app/components/conversation/thread-query.ts';
import { useKeys, useStaffCopy } from '#app/desk/components/desk-context.ts';
import { Choices } from '#app/desk/components/palette.tsx';
import { deskSide } from '#app/desk/tickets/ticket-query.ts';
import type { DeskConversation } from '#contract/desk-conversation.ts';
import { withdrawnText } from '#contract/ticket-states.ts';
import { MergeTicket } from './merge-ticket.tsx';
import { MoveTicket } from './move-ticket.tsx';
import { SnoozeTicket } from './snooze-ticket.tsx';
import { WithdrawDialog } from './withdraw-mail.tsx';

/** Each opens a dialog of its own. */
type Action = 'snooze' | 'merge' | 'move' | 'withdraw';
type Step = 'menu' | Action;

/** The menu at the top of a ticket: what is done rarely. Also with the key `.`. */
export function TicketActions({ ticket }: { ticket: DeskConversation }) {
  const { actions: copy, merge, move, snooze, withdraw } = useStaffCopy();
  const [step, setStep] = useState<Step>();
  // Loaded and refreshed by the conversation.
  const { data: version = ticket.version } = useQuery({
    ...threadQuery(deskSide, ticket.id),
    select: (thread) => thread.version,
    enabled: false,
  });
  const isDone = ticket.status === 'resolved' || ticket.status === 'closed';
  useKeys({ '.': () => setStep('menu'), z: () => isDone || setStep('snooze') });
  const canWithdraw = ticket.origin === 'email' && ticket.description !== withdrawnText;
  const close = () => setStep(undefined);
  const actions: { id: Action; label: string; icon: string; isPossible: boolean }[] = [
    { id: 'snooze', label: snooze.open, icon: 'clock', isPossible: !isDone },
    { id: 'merge', label: merge.open, icon: 'copy', isPossible: ticket.mergedInto === null },
    {
      id: 'move',
      label: move.open,
      icon: 'users',
      isPossible: ticket.mergedInto === null && ticket.mergedFrom.length === 0,
    },
    { id: 'withdraw', label: withdraw.openDescription, icon: 'mail', isPossible: canWithdraw },
  ];
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={copy.open}
        title={copy.open}
        onClick={() => setStep('menu')}
        className="property-button min-w-9 justify-center font-bold"
      >
        …<kbd aria-hidden="true">.</kbd>
      </button>
      {step === 'menu' && (
        <Choices
          title={copy.title(ticket.ticketNumber)}
          label={copy.list}
          options={actions
            .filter(({ isPossible }) => isPossible)
            .map(({ isPossible: _, ...action }) => ({ ...action, onSelect: () => setStep(action.id) }))}
          // Its own closing comes after the choice.
          onClose={() => setStep((current) => (current === 'menu' ? undefined : current))}
        />
      )}
      {step === 'snooze' && <SnoozeTicket ticket={ticket} version={version} onClose={close} />}
      {step === 'withdraw' && <WithdrawDialog ticketId={ticket.id} messageId={null} onClose={close} />}
      {step === 'merge' && <MergeTicket ticket={ticket} version={version} onClose={close} />}
      {step === 'move' && <MoveTicket ticket={ticket} version={version} onClose={close} />}
    </>
  );
}
