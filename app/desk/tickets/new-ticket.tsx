import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { FilePicker } from '#app/components/files/file-picker.tsx';
import { useUploads } from '#app/components/files/use-uploads.ts';
import { Button } from '#app/components/ui/button.tsx';
import { CheckboxField } from '#app/components/ui/field.tsx';
import { Parts } from '#app/components/ui/parts.tsx';
import { CustomerChooser } from '#app/desk/components/customer-chooser.tsx';
import { mailQuery, messageOf, type NewTicketProps, ticketPath, useDesk } from '#app/desk/components/desk-context.ts';
import { FormDialog, InvalidInputError } from '#app/desk/components/desk-dialog.tsx';
import { DeskSelect, DeskTextArea, DeskTextField } from '#app/desk/components/desk-fields.tsx';
import { LoadState } from '#app/desk/components/desk-list.tsx';
import { api } from '#app/lib/api-client.ts';
import { currentState } from '#app/lib/current-state.ts';
import { typedText } from '#app/lib/form-text.ts';
import { useFormats } from '#app/lib/portal-context.ts';
import { toast } from '#app/lib/toast.ts';
import type { NewTicketCopy } from '#content/desk/fr/new-ticket.ts';
import type { ConversationCopy } from '#content/portal/en/conversation.ts';
import type { HeldMail } from '#contract/desk-mails.ts';
import type { QueuedTicket } from '#contract/desk-tickets.ts';
import { maxTicketSubjectLength } from '#contract/limits.ts';
import { maxMessageLength } from '#contract/ticket-states.ts';

type Copies = { copy: NewTicketCopy; files: ConversationCopy['files'] };

/** The customer first, unless it is known, and then the ticket. */
export function NewTicketDialog({ customerId, mail, draft, onOpened, onClose, ...copies }: NewTicketProps & Copies) {
  const [customer, setCustomer] = useState(
    customerId ?? (mail?.customers.length === 1 ? mail.customers[0]?.id : undefined),
  );
  const [isChoosing, setIsChoosing] = useState(customer === undefined);
  return (
    <>
      {customer !== undefined && (
        <NewTicketForm
          {...copies}
          customerId={customer}
          mail={mail}
          draft={draft}
          onOpened={onOpened}
          onChange={() => setIsChoosing(true)}
          onClose={onClose}
        />
      )}
      {isChoosing && (
        <CustomerChooser
          title={copies.copy.chooseCustomer}
          label={copies.copy.customers}
          onChoose={({ id }) => setCustomer(id)}
          onClose={() => {
            setIsChoosing(false);
            if (customer === undefined) onClose();
          }}
        />
      )}
    </>
  );
}

type FormProps = Copies & {
  customerId: string;
  mail: HeldMail | undefined;
  draft: NewTicketProps['draft'];
  onOpened: NewTicketProps['onOpened'];
  onChange: () => void;
  onClose: () => void;
};

function NewTicketForm(props: FormProps) {
  const { customerId, mail, draft, copy, files: filesCopy, onOpened, onChange, onClose } = props;
  const desk = useDesk();
  const formats = useFormats();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [key] = useState(() => crypto.randomUUID());
  const [chosen, setChosen] = useState<string>();
  const [existing, setExisting] = useState<QueuedTicket>();
  const customer = useQuery({
    queryKey: ['desk', 'customer', customerId],
    queryFn: ({ signal }) => api.desk.customers.detail.$get({ query: { id: customerId } }, { signal }),
  });
  const people = useQuery({
    queryKey: ['desk', 'colleagues', customerId],
    queryFn: ({ signal }) => api.desk.colleagues.$get({ query: { customerId } }, { signal }),
  });
  const text = useQuery({ ...mailQuery(mail?.id ?? ''), enabled: mail !== undefined });
  const uploads = useUploads({
    copy: filesCopy,
    upload: (name, upload) => api.desk.tickets.file.$put({ query: { customerId, name } }, upload),
    describeError: (error) => messageOf(error, desk.copy),
  });

  const colleagues = people.data?.colleagues ?? [];
  const isMember = (email: string | null | undefined) => colleagues.some((one) => one.email === email);
  const wanted = chosen ?? mail?.from?.toLowerCase();
  const requester = isMember(wanted) ? wanted : undefined;
  const { contact = null, name = '' } = customer.data ?? {};
  const isOther = (mail?.customers.length ?? 0) > 0 && mail?.customers.every(({ id }) => id !== customerId) === true;

  const open = async (form: FormData) => {
    setExisting(undefined);
    if (uploads.isUnfinished) throw new InvalidInputError(filesCopy.unfinished);
    if (isOther && form.get('other') === null) throw new InvalidInputError(copy.other.missing);
    const json = {
      customerId,
      requestedFor: requester ?? null,
      subject: typedText(form, 'subject'),
      priority: typedText(form, 'priority'),
      description: typedText(form, 'description'),
      isNotified: requester !== undefined && form.get('notify') !== null,
      fileIds: uploads.ids,
      ...(mail !== undefined && { mailId: mail.id, isOtherCustomer: isOther }),
    };
    const post = api.desk.tickets.$post;
    const { ticket, skipped } = await post({ json, header: { 'Idempotency-Key': key } }).catch((error: unknown) => {
      setExisting(currentState(error, 'changed_meanwhile', post)?.ticket);
      throw error;
    });
    for (const list of ['tickets', 'customer-tickets', 'mails'])
      void client.invalidateQueries({ queryKey: ['desk', list] });
    toast({
      source: 'new-ticket',
      title: copy.opened(ticket.ticketNumber),
      ...(skipped.length > 0 && { description: copy.skipped(skipped.join(', ')) }),
    });
    await onOpened?.(ticket.id);
    void navigate(ticketPath(ticket.id));
  };
  const pressKey = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return;
    event.preventDefault();
    event.currentTarget.form?.requestSubmit();
  };

  return (
    <FormDialog
      title={mail === undefined ? copy.title : copy.fromMail}
      description={mail === undefined ? copy.description : copy.mailDescription}
      submit={copy.submit}
      errorTexts={{ changed_meanwhile: copy.mailDecided, not_found: copy.customerGone }}
      onSubmit={open}
      onClose={onClose}
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 bg-mist px-4 py-3">
        <p className="min-w-0 text-sm">
          <span className="text-muted">{copy.customer} </span>
          <bdi className="font-semibold wrap-anywhere">{name}</bdi>
        </p>
        <Button
          variant="secondary"
          size="sm"
          onClick={() => {
            uploads.clear();
            setChosen(undefined);
            onChange();
          }}
        >
          {copy.change}
        </Button>
      </div>
      {mail !== undefined && text.data === undefined ? (
        <LoadState query={text} />
      ) : (
        <>
          <DeskSelect
            name="requestedFor"
            label={copy.requester.label}
            hint={copy.requester.hint}
            value={requester ?? ''}
            options={[
              { value: '', label: contact === null ? copy.requester.none : copy.requester.contact(contact) },
              ...colleagues.map(({ email, name: person }) => ({
                value: email,
                label: person === email ? email : `${person} (${email})`,
              })),
            ]}
            onChange={({ target }) => setChosen(target.value)}
          />
          <div className="grid gap-4 sm:grid-cols-[1fr_11rem]">
            <DeskTextField
              name="subject"
              label={copy.subject}
              required
              maxLength={maxTicketSubjectLength}
              dir="auto"
              defaultValue={(mail?.subject.trim() ?? draft?.subject)?.slice(0, maxTicketSubjectLength)}
            />
            <DeskSelect
              name="priority"
              label={copy.priority}
              defaultValue="medium"
              options={Object.entries(desk.copy.statuses.priorities).map(([value, label]) => ({ value, label }))}
            />
          </div>
          <FilePicker uploads={uploads} copy={filesCopy}>
            <DeskTextArea
              name="description"
              label={copy.text.label}
              hint={copy.text.hint}
              rows={5}
              required
              maxLength={maxMessageLength}
              dir="auto"
              className="reply-text"
              defaultValue={(text.data?.visibleText.trim() || text.data?.text || draft?.description)?.slice(
                0,
                maxMessageLength,
              )}
              onKeyDown={pressKey}
            />
          </FilePicker>
          {mail !== undefined && mail.fileCount > 0 && (
            <p className="text-sm text-muted">{formats.plural(mail.fileCount, copy.mailFiles)}</p>
          )}
          {isOther && (
            <CheckboxField
              name="other"
              label={copy.other.label(name)}
              hint={copy.other.hint(mail?.customers.map((one) => one.name).join(', ') ?? '')}
            />
          )}
          <CheckboxField
            name="notify"
            label={copy.notify.label}
            hint={requester === undefined ? copy.notify.impossible : copy.notify.hint}
            defaultChecked
            disabled={requester === undefined}
          />
        </>
      )}
      {existing && (
        <p role="alert" className="text-sm">
          <Parts
            of={copy.exists(
              <Link to={ticketPath(existing.id)} className="font-semibold text-azure underline underline-offset-4">
                {existing.ticketNumber}
              </Link>,
            )}
          />
        </p>
      )}
    </FormDialog>
  );
}
