import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { refreshTicket } from '#app/components/conversation/thread-query.ts';
import { useStaffCopy } from '#app/desk/components/desk-context.ts';
import { FormDialog } from '#app/desk/components/desk-dialog.tsx';
import { deskSide } from '#app/desk/tickets/ticket-query.ts';
import { api } from '#app/lib/api-client.ts';
import { toast } from '#app/lib/toast.ts';
import type { WithdrawMail } from '#contract/desk-mails.ts';

type WithdrawDialogProps = WithdrawMail & { onClose: () => void };

export function WithdrawDialog({ ticketId, messageId, onClose }: WithdrawDialogProps) {
  const { withdraw: copy } = useStaffCopy();
  const client = useQueryClient();
  const withdraw = async () => {
    await api.desk.mails.withdraw.$post({ json: { ticketId, messageId } });
    void client.invalidateQueries({ queryKey: ['desk', 'mails'] });
    await refreshTicket(client, deskSide, ticketId);
    toast({ source: 'mail', title: copy.done });
  };
  return (
    <FormDialog
      title={copy.title}
      description={copy.description}
      submit={copy.submit}
      variant="danger"
      errorTexts={{ changed_meanwhile: copy.changedMeanwhile }}
      onSubmit={withdraw}
      onClose={onClose}
    />
  );
}

export function WithdrawButton(mail: WithdrawMail) {
  const { withdraw: copy } = useStaffCopy();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        onClick={() => setIsOpen(true)}
        className="row-action justify-self-start text-xs print:hidden"
      >
        {copy.open}
      </button>
      {isOpen && <WithdrawDialog {...mail} onClose={() => setIsOpen(false)} />}
    </>
  );
}
