import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import { api } from '#app/lib/api-client.ts';
import { typedText } from '#app/lib/form-text.ts';
import { useFormats } from '#app/lib/portal-context.ts';
import { toast } from '#app/lib/toast.ts';
import type { MailsCopy } from '#content/desk/fr/mails.ts';
import type { HeldMail } from '#contract/desk-mails.ts';
import { maxMessageLength } from '#contract/ticket-states.ts';
import { mailQuery } from '#app/desk/components/desk-context.ts';
import { FormDialog } from '#app/desk/components/desk-dialog.tsx';
import { DeskTextArea } from '#app/desk/components/desk-fields.tsx';
import { LoadState } from '#app/desk/components/desk-list.tsx';
import { TicketChooser } from '#app/desk/tickets/ticket-chooser.tsx';

type Target = NonNullable<HeldMail['ticket']>;
type DecisionProps = { copy: MailsCopy; onDecided: () => void };

/** In the ticket of the mail's reply address, or in one that is chosen first. */
export function PublishMail({ mail, copy, onDecided }: DecisionProps & { mail: HeldMail }) {
  const [isChoosing, setIsChoosing] = useState(false);
  const [target, setTarget] = useState<Target>();
  /** What is to be published to another customer than the sender's. */
  const [unconfirmed, setUnconfirmed] = useState<{ target: Target; body: string }>();
  const client = useQueryClient();
  const publish = async ({ id: ticketId }: Target, body: string, isOtherCustomer: boolean) => {
    const json = { id: mail.id, ticketId, body, isOtherCustomer };
    const { ticketNumber, skipped } = await api.desk.mails.publish.$post({ json });
    void client.invalidateQueries({ queryKey: ['desk', 'ticket', ticketId] });
    toast({
      source: 'mail',
      title: copy.published(ticketNumber),
      ...(skipped.length > 0 && { description: copy.skipped(skipped.join(', ')) }),
    });
    onDecided();
  };
  const handleSubmit = async (chosen: Target, body: string) => {
    const { customers } = mail;
    const isOther = customers.length > 0 && !customers.some(({ id }) => id === chosen.customerId);
    if (isOther) setUnconfirmed({ target: chosen, body });
    else await publish(chosen, body, false);
  };
  const [sender] = mail.customers;
  const ownTickets = sender && { label: copy.ownTickets(sender.name), customerId: sender.id };
  return (
    <>
      <Button
        variant="secondary"
        size="sm"
        onClick={() => (mail.ticket === null ? setIsChoosing(true) : setTarget(mail.ticket))}
      >
        {copy.publish}
      </Button>
      {isChoosing && (
        <TicketChooser
          title={copy.choose}
          own={ownTickets}
          others={copy.tickets}
          detailOf={({ ticketNumber, shortNumber, customerName }) =>
            `#${shortNumber} · ${ticketNumber} · ${customerName}`
          }
          onChoose={setTarget}
          onClose={() => setIsChoosing(false)}
        />
      )}
      {target && (
        <PublishDialog
          id={mail.id}
          target={target}
          copy={copy}
          onSubmit={(body) => handleSubmit(target, body)}
          onClose={() => setTarget(undefined)}
        />
      )}
      {/* Opens when the dialog before it has closed. */}
      {unconfirmed && target === undefined && (
        <FormDialog
          title={copy.otherCustomer.title}
          description={copy.otherCustomer.description(
            mail.customers.map(({ name }) => name).join(', '),
            unconfirmed.target.customerName,
          )}
          submit={copy.otherCustomer.submit(unconfirmed.target.customerName)}
          variant="danger"
          errorTexts={{ changed_meanwhile: copy.changedMeanwhile }}
          onSubmit={() => publish(unconfirmed.target, unconfirmed.body, true)}
          onClose={() => setUnconfirmed(undefined)}
        />
      )}
    </>
  );
}

type PublishDialogProps = {
  id: string;
  target: Target;
  copy: MailsCopy;
  onSubmit: (body: string) => Promise<void>;
  onClose: () => void;
};

function PublishDialog({ id, target, copy, onSubmit, onClose }: PublishDialogProps) {
  const mail = useQuery(mailQuery(id));
  return (
    <FormDialog
      title={copy.publishing.title(target.ticketNumber)}
      description={copy.publishing.description(target.customerName)}
      submit={copy.publishing.submit}
      errorTexts={{ changed_meanwhile: copy.changedMeanwhile }}
      onSubmit={(form) => onSubmit(typedText(form, 'body'))}
      onClose={onClose}
    >
      {mail.data === undefined ? (
        <LoadState query={mail} />
      ) : (
        <DeskTextArea
          id="mail-body"
          name="body"
          label={copy.body.label}
          rows={8}
          dir="auto"
          required
          maxLength={maxMessageLength}
          defaultValue={(mail.data.visibleText.trim() || mail.data.text).slice(0, maxMessageLength)}
        />
      )}
    </FormDialog>
  );
}

type DiscardDialogProps = DecisionProps & { id: string; onClose: () => void };

export function DiscardDialog({ id, copy, onDecided, onClose }: DiscardDialogProps) {
  const discard = async () => {
    await api.desk.mails.discard.$post({ json: { id } });
    toast({ source: 'mail', title: copy.discarded });
    onDecided();
  };
  return (
    <FormDialog
      {...copy.discarding}
      variant="danger"
      errorTexts={{ changed_meanwhile: copy.changedMeanwhile }}
      onSubmit={discard}
      onClose={onClose}
    />
  );
}

/** Asks with the number of mails: a sender that can be forged may hide those of a customer. */
export function DiscardSenderDialog({ id, copy, onDecided, onClose }: DiscardDialogProps) {
  const mail = useQuery(mailQuery(id));
  const formats = useFormats();
  const discard = async () => {
    const { count } = await api.desk.mails['discard-sender'].$post({ json: { id } });
    toast({ source: 'mail', title: formats.plural(count, copy.discardedCount) });
    onDecided();
  };
  if (mail.data === undefined) return <LoadState query={mail} />;
  const { from, sender, fromSender } = mail.data;
  return (
    <FormDialog
      title={copy.discardingSender.title(from ?? (sender || copy.noSender))}
      description={copy.discardingSender.description(formats.plural(fromSender, copy.count))}
      submit={copy.discardingSender.submit}
      variant="danger"
      onSubmit={discard}
      onClose={onClose}
    />
  );
}
