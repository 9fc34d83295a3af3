import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type RefObject, useContext, useRef, useState } from 'react';
import { FilePicker } from '#app/components/files/file-picker.tsx';
import { type Uploads, useUploads } from '#app/components/files/use-uploads.ts';
import { Button } from '#app/components/ui/button.tsx';
import { Dialog } from '#app/components/ui/dialog.tsx';
import { TextAreaField, TextField } from '#app/components/ui/field.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import { Select } from '#app/components/ui/select.tsx';
import { api, isApiError } from '#app/lib/api-client.ts';
import { MembershipContext, useCan, useCommonCopy, useErrorMessage, useFormats } from '#app/lib/portal-context.ts';
import { dismissToastsFrom, toast } from '#app/lib/toast.ts';
import type { ConversationCopy } from '#content/portal/en/conversation.ts';
import { colleaguesQuery } from './colleagues-query.ts';
import {
  type DraftErrors,
  type TicketDraft,
  isMissing,
  ticketDraftName,
  ticketForm,
  validateDraft,
} from './ticket-draft.ts';
import { useTicketsCopy } from './tickets-copy.ts';

/** The files of the ticket that is being sent. */
export type TicketFiles = Pick<Uploads, 'ids' | 'clear'>;

type NewTicketDialogProps = {
  filesCopy: ConversationCopy['files'];
  isOpen: boolean;
  returnTo: RefObject<HTMLElement | null>;
  userId: string;
  /** Whose draft it is: a user, for one of their customers. */
  owner: string;
  draft: TicketDraft;
  onChange: (draft: TicketDraft) => void;
  /** Resolves with an error message, or undefined when the ticket was created. */
  onSend: (files: TicketFiles) => Promise<string | undefined>;
  onClose: () => void;
  onCancel: () => void;
};

export function NewTicketDialog({
  filesCopy,
  isOpen,
  returnTo,
  userId,
  owner,
  draft,
  onChange,
  onSend,
  onClose,
  onCancel,
}: NewTicketDialogProps) {
  const { create: copy, priorities } = useTicketsCopy();
  const { cancel } = useCommonCopy();
  const [isSending, setIsSending] = useState(false);
  const [errors, setErrors] = useState<DraftErrors>({});
  const [failure, setFailure] = useState<string>();
  const form = useRef<HTMLFormElement>(null);
  const sending = useRef(false);
  const messageOf = useErrorMessage();
  const formats = useFormats();
  const customerId = useContext(MembershipContext)?.customerId;
  // Here and not in the form, which is gone while the dialog is closed: uploads go on.
  const uploads = useUploads({
    copy: filesCopy,
    draft: ticketDraftName(owner),
    listed: null,
    upload: (name, upload) => api.portal.tickets.file.$put({ query: { customerId, name } }, upload),
    describeError: (error) => (isApiError(error, 'not_found') ? copy.otherCompany : messageOf(error)),
  });

  const change = (part: Partial<TicketDraft>) => {
    setErrors({});
    onChange({ ...draft, ...part });
  };
  const isComplete = () => {
    const found = validateDraft(draft, copy, formats);
    setErrors(found);
    const [first] = Object.keys(found);
    if (first === undefined) return true;
    form.current?.querySelector<HTMLElement>(`[name=${first}]`)?.focus();
    if (isMissing(draft.subject) || isMissing(draft.description)) {
      // product §8
      toast({ source: ticketForm, ...copy.missing, variant: 'destructive' });
    }
    return false;
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    dismissToastsFrom(ticketForm);
    // A second click can come before the next render.
    if (sending.current || !isComplete()) return;
    if (uploads.isUnfinished) return setFailure(filesCopy.unfinished);
    sending.current = true;
    setIsSending(true);
    setFailure(undefined);
    setFailure(await onSend(uploads));
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
      title={copy.title}
      description={copy.description}
    >
      <form ref={form} noValidate onSubmit={(event) => void submit(event)} className="mt-5 grid gap-4">
        <FilePicker uploads={uploads} copy={filesCopy}>
          <TextField
            label={copy.subject}
            name="subject"
            placeholder={copy.subjectPlaceholder}
            dir="auto"
            autoComplete="off"
            value={draft.subject}
            error={errors.subject}
            onChange={({ target }) => change({ subject: target.value })}
          />
          <Select
            label={copy.priority}
            name="priority"
            value={draft.priority}
            onChange={(priority) => change({ priority })}
            options={Object.entries(priorities).map(([code, label]) => ({ value: code, label }))}
          />
          <TextAreaField
            label={copy.text}
            name="description"
            rows={4}
            className="reply-text"
            dir="auto"
            value={draft.description}
            error={errors.description}
            onChange={({ target }) => change({ description: target.value })}
          />
        </FilePicker>
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
          <Button
            variant="secondary"
            disabled={isSending}
            onClick={() => {
              uploads.clear();
              setFailure(undefined);
              onCancel();
            }}
          >
            {cancel}
          </Button>
          <Button type="submit" aria-disabled={isSending} className="aria-disabled:opacity-60">
            {isSending ? copy.busy : copy.submit}
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
  const { create: copy } = useTicketsCopy();
  const { data = [] } = useQuery({ ...colleaguesQuery, enabled: useCan()('technical') });
  const colleagues = data
    .filter((colleague) => colleague.userId !== userId)
    .map(({ email, name }) => ({ value: email, label: name === email ? email : `${name} (${email})` }));
  // A draft may name somebody who has left: the server says so.
  const isUnknown = value !== undefined && !colleagues.some((one) => one.value === value);
  const options = isUnknown ? [{ value, label: value }, ...colleagues] : colleagues;
  if (options.length === 0) return null;
  return (
    <Select
      label={copy.requestedFor}
      name="requestedFor"
      value={value ?? forMyself}
      onChange={(chosen) => onChange(chosen === forMyself ? undefined : chosen)}
      options={[{ value: forMyself, label: copy.forMyself }, ...options]}
    />
  );
}
