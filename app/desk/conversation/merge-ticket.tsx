import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { showItems } from '#app/components/conversation/thread-query.ts';
import { CheckboxField } from '#app/components/ui/field.tsx';
import { api } from '#app/lib/api-client.ts';
import { currentState } from '#app/lib/current-state.ts';
import { toast } from '#app/lib/toast.ts';
import type { DeskConversation, DeskReplied } from '#contract/desk-conversation.ts';
import type { QueuedTicket } from '#contract/desk-tickets.ts';
import { useStaffCopy } from '#app/desk/components/desk-context.ts';
import { FormDialog } from '#app/desk/components/desk-dialog.tsx';
import { showChange } from '#app/desk/tickets/ticket-change.tsx';
import { TicketChooser } from '#app/desk/tickets/ticket-chooser.tsx';
import { deskSide } from '#app/desk/tickets/ticket-query.ts';

type Target = Pick<QueuedTicket, 'id' | 'ticketNumber' | 'subject'>;

type MergeTicketProps = { ticket: DeskConversation; version: number; onClose: () => void };

/** Closes the ticket as a duplicate of another one of the same customer. */
export function MergeTicket({ ticket, version, onClose }: MergeTicketProps) {
  const { merge: copy } = useStaffCopy();
  const [target, setTarget] = useState<Target>();
  // The chooser's own closing comes after the choice.
  const isChosen = useRef(false);
  if (target !== undefined)
    return <ConfirmDialog ticket={ticket} version={version} target={target} onClose={onClose} />;
  return (
    <TicketChooser
      title={copy.choose(ticket.ticketNumber)}
      own={{ label: copy.list, customerId: ticket.customerId }}
      except={ticket.id}
      detailOf={({ ticketNumber, shortNumber }) => `#${shortNumber} · ${ticketNumber}`}
      onChoose={(chosen) => {
        isChosen.current = true;
        setTarget(chosen);
      }}
      onClose={() => {
        if (!isChosen.current) onClose();
      }}
    />
  );
}

type ConfirmDialogProps = { ticket: DeskConversation; version: number; target: Target; onClose: () => void };

function ConfirmDialog({ ticket, version, target, onClose }: ConfirmDialogProps) {
  const { merge: copy } = useStaffCopy();
  const client = useQueryClient();
  // After a conflict, the version of what is shown below the dialog.
  const seen = useRef(version);
  const names = [ticket.ticketNumber, target.ticketNumber] as const;
  const show = ({ ticket: changed, items }: DeskReplied) => {
    showItems(client, deskSide, changed.id, { items, version: changed.version });
    showChange(client, changed);
  };
  const merge = async (form: FormData) => {
    const json = { id: ticket.id, version: seen.current, intoId: target.id, addPeople: form.has('addPeople') };
    const merged = await api.desk.tickets.merge.$post({ json }).catch((error: unknown) => {
      const current = currentState(error, 'changed_meanwhile', api.desk.tickets.merge.$post);
      if (current !== undefined) {
        seen.current = current.ticket.version;
        show(current);
      }
      throw error;
    });
    show(merged);
    const title = copy.done(...names);
    toast({ source: 'ticket', title });
  };
  return (
    <FormDialog
      title={copy.confirm.title(...names)}
      description={copy.confirm.description(...names)}
      submit={copy.confirm.submit}
      errorTexts={{ changed_meanwhile: copy.changedMeanwhile, invalid_request: copy.rejected }}
      onSubmit={merge}
      onClose={onClose}
    >
      <p dir="auto" className="bg-tint p-4 text-sm wrap-anywhere">
        <span className="font-semibold">{target.ticketNumber}</span> {target.subject}
      </p>
      <CheckboxField name="addPeople" defaultChecked label={copy.addPeople} hint={copy.addPeopleHint} />
    </FormDialog>
  );
}
