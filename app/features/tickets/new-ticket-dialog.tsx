import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type RefObject, useRef, useState } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import { Dialog } from '#app/components/ui/dialog.tsx';
import { TextAreaField, TextField } from '#app/components/ui/field.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import { Select } from '#app/components/ui/select.tsx';
import { useCan } from '#app/lib/portal-context.ts';
import { dismissToastsFrom, toast } from '#app/lib/toast.ts';
import { colleaguesQuery } from './colleagues-query.ts';
import { type DraftErrors, type TicketDraft, isMissing, ticketForm, validateDraft } from './ticket-draft.ts';
import { priorities } from './tickets-list.tsx';

const priorityOptions = Object.entries(priorities).map(([value, { label }]) => ({ value, label }));

type NewTicketDialogProps = {
  isOpen: boolean;
  returnTo: RefObject<HTMLElement | null>;
  userId: string;
  draft: TicketDraft;
  onChange: (draft: TicketDraft) => void;
  /** Resolves with an error message, or undefined when the ticket was created. */
  onSend: () => Promise<string | undefined>;
  onClose: () => void;
  onCancel: () => void;
};

export function NewTicketDialog({
  isOpen,
  returnTo,
  userId,
  draft,
  onChange,
  onSend,
  onClose,
  onCancel,
}: NewTicketDialogProps) {
  const [isSending, setIsSending] = useState(false);
  const [errors, setErrors] = useState<DraftErrors>({});
  const [failure, setFailure] = useState<string>();
  const form = useRef<HTMLFormElement>(null);
  const sending = useRef(false);

  const change = (part: Partial<TicketDraft>) => {
    setErrors({});
    onChange({ ...draft, ...part });
  };
  const isComplete = () => {
    const found = validateDraft(draft);
    setErrors(found);
    const [first] = Object.keys(found);
    if (first === undefined) return true;
    form.current?.querySelector<HTMLElement>(`[name=${first}]`)?.focus();
    if (isMissing(draft.subject) || isMissing(draft.description)) {
      // product §8
      toast({
        source: ticketForm,
        title: 'Missing Information',
        description: 'Please fill in both subject and description.',
        variant: 'destructive',
      });
    }
    return false;
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    dismissToastsFrom(ticketForm);
    // A second click can come before the next render.
    if (sending.current || !isComplete()) return;
    sending.current = true;
    setIsSending(true);
    setFailure(undefined);
    setFailure(await onSend());
    sending.current = false;
    setIsSending(false);
  };

  return (
    <Dialog
      open={isOpen}
      onOpenChange={(isNowOpen) => {
        if (!isNowOpen && !isSending) onClose();
      }}
      returnTo={returnTo}
      title="Create Support Ticket"
      description="Describe your issue and we'll help you resolve it."
    >
      <form ref={form} noValidate onSubmit={(event) => void submit(event)} className="mt-5 grid gap-4">
        <TextField
          label="Subject"
          name="subject"
          placeholder="Brief description of your issue"
          dir="auto"
          autoComplete="off"
          value={draft.subject}
          error={errors.subject}
          onChange={({ target }) => change({ subject: target.value })}
        />
        <Select
          label="Priority"
          name="priority"
          value={draft.priority}
          onChange={(priority) => change({ priority })}
          options={priorityOptions}
        />
        <TextAreaField
          label="Description"
          name="description"
          rows={4}
          dir="auto"
          value={draft.description}
          error={errors.description}
          onChange={({ target }) => change({ description: target.value })}
        />
        <ColleagueField
          userId={userId}
          value={draft.requestedFor}
          onChange={(requestedFor) => change({ requestedFor })}
        />
        {failure !== undefined && (
          <p className="flex gap-2 rounded-md bg-danger-tint px-3.5 py-2.5 text-sm text-danger">
            <Icon name="circle-alert" className="mt-0.5 size-4" />
            {failure}
          </p>
        )}
        <div className="mt-1 flex flex-wrap justify-end gap-3">
          <Button variant="secondary" disabled={isSending} onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" aria-disabled={isSending} className="aria-disabled:opacity-60">
            {isSending ? 'Creating...' : 'Create Ticket'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

const forMyself = 'myself';

type ColleagueFieldProps = {
  userId: string;
  value: string | undefined;
  onChange: (email: string | undefined) => void;
};

/** For those who see every ticket, and have colleagues. */
function ColleagueField({ userId, value, onChange }: ColleagueFieldProps) {
  const { data = [] } = useQuery({ ...colleaguesQuery, enabled: useCan()('technical') });
  const colleagues = data.filter((colleague) => colleague.userId !== userId).map(({ email }) => email);
  // A draft may name somebody who has left: the server says so.
  const emails = value === undefined || colleagues.includes(value) ? colleagues : [value, ...colleagues];
  if (emails.length === 0) return null;
  return (
    <Select
      label="For a colleague"
      name="requestedFor"
      value={value ?? forMyself}
      onChange={(chosen) => onChange(chosen === forMyself ? undefined : chosen)}
      options={[
        { value: forMyself, label: 'No, for myself' },
        ...emails.map((email) => ({ value: email, label: email })),
      ]}
    />
  );
}
