import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { refreshTicket } from '#app/components/conversation/thread-query.ts';
import { CustomerChooser } from '#app/desk/components/customer-chooser.tsx';
import { useStaffCopy } from '#app/desk/components/desk-context.ts';
import { FormDialog } from '#app/desk/components/desk-dialog.tsx';
import { showChange } from '#app/desk/tickets/ticket-change.tsx';
import { deskSide } from '#app/desk/tickets/ticket-query.ts';
import { api } from '#app/lib/api-client.ts';
import { toast } from '#app/lib/toast.ts';
import type { DeskConversation } from '#contract/desk-conversation.ts';

type Customer = { id: string; name: string };
type MoveTicketProps = { ticket: DeskConversation; version: number; onClose: () => void };

/** For a ticket that was opened for the wrong customer. */
export function MoveTicket({ ticket, version, onClose }: MoveTicketProps) {
  const { move: copy } = useStaffCopy();
  const [target, setTarget] = useState<Customer>();
  // The chooser's own closing comes after the choice.
  const isChosen = useRef(false);
  if (target !== undefined)
    return <ConfirmDialog ticket={ticket} version={version} target={target} onClose={onClose} />;
  return (
    <CustomerChooser
      title={copy.choose(ticket.ticketNumber)}
      label={copy.list}
      except={ticket.customerId}
      onChoose={(customer) => {
        isChosen.current = true;
        setTarget(customer);
      }}
      onClose={() => {
        if (!isChosen.current) onClose();
      }}
    />
  );
}

function ConfirmDialog({ ticket, version, target, onClose }: MoveTicketProps & { target: Customer }) {
  const { move: copy } = useStaffCopy();
  const client = useQueryClient();
  const [from, to] = [ticket.customer.name, target.name];
  const move = async () => {
    const json = { id: ticket.id, version, customerId: target.id };
    showChange(client, await api.desk.tickets.move.$post({ json }));
    await refreshTicket(client, deskSide, ticket.id);
    const title = copy.done(ticket.ticketNumber, to);
    toast({ source: 'ticket', title });
  };
  return (
    <FormDialog
      title={copy.confirm.title(ticket.ticketNumber, to)}
      description={copy.confirm.description}
      submit={copy.confirm.submit}
      variant="danger"
      errorTexts={{ changed_meanwhile: copy.changedMeanwhile, invalid_request: copy.rejected }}
      onSubmit={move}
      onClose={onClose}
    >
      <ul className="grid list-disc gap-2 bg-tint py-4 ps-8 pe-4 text-sm wrap-anywhere">
        {copy.consequences(from, to).map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </FormDialog>
  );
}
