import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import { CheckboxField } from '#app/components/ui/field.tsx';
import { api } from '#app/lib/api-client.ts';
import { typedText } from '#app/lib/form-text.ts';
import { toast } from '#app/lib/toast.ts';
import type { CannedReply } from '#contract/desk-conversation.ts';
import type { StaffConversationCopy } from '#content/desk/fr/staff-conversation.ts';
import { templateVariables, unknownVariables } from '#contract/reply-templates.ts';
import { maxMessageLength, ticketPriorities } from '#contract/ticket-states.ts';
import { messageOf, useDesk, useStaffCopy } from '#app/desk/components/desk-context.ts';
import { DeskModal, FormDialog, InvalidInputError } from '#app/desk/components/desk-dialog.tsx';
import { DeskSelect, DeskTextArea, DeskTextField } from '#app/desk/components/desk-fields.tsx';
import { LoadState } from '#app/desk/components/desk-list.tsx';
import { RowAction } from '#app/desk/components/desk-parts.tsx';
import { Choices } from '#app/desk/components/palette.tsx';

const cannedKey = ['desk', 'canned-replies'] as const;
const cannedQuery = queryOptions({
  queryKey: cannedKey,
  queryFn: async ({ signal }) => (await api.desk['canned-replies'].$get({}, { signal })).replies,
});

type Step = { name: 'choose' | 'list' | 'create' } | { name: 'change' | 'remove'; reply: CannedReply };
type CannedRepliesProps = { onInsert: (reply: CannedReply) => void; onClose: () => void };

/** Chooses a text, or manages the list of them: one dialog at a time. */
export function CannedReplies({ onInsert, onClose }: CannedRepliesProps) {
  const [step, setStep] = useState<Step>({ name: 'choose' });
  const backToList = () => setStep({ name: 'list' });
  switch (step.name) {
    case 'choose':
      return <Chooser onInsert={onInsert} onManage={backToList} onClose={onClose} />;
    case 'list':
      return <List onStep={setStep} onClose={onClose} />;
    case 'create':
      return <SaveDialog onClose={backToList} />;
    case 'change':
      return <SaveDialog reply={step.reply} onClose={backToList} />;
    case 'remove':
      return <RemoveDialog reply={step.reply} onClose={backToList} />;
  }
}

function Chooser({ onInsert, onManage, onClose }: CannedRepliesProps & { onManage: () => void }) {
  const { copy: deskCopy } = useDesk();
  const { canned: copy } = useStaffCopy();
  const { data = [], error } = useQuery(cannedQuery);
  // The dialog's own closing comes after the choice, and must not end what the choice has opened.
  const isManaging = useRef(false);
  const replies = data.map((reply) => ({
    id: reply.id,
    label: reply.title,
    detail: reply.body.slice(0, 200),
    onSelect: () => onInsert(reply),
  }));
  const manage = () => {
    isManaging.current = true;
    onManage();
  };
  return (
    <Choices
      title={copy.choose}
      label={copy.list}
      options={replies}
      actions={{
        label: copy.actions,
        options: [{ id: 'manage', icon: 'settings', label: copy.manage, onSelect: manage }],
        areActions: true,
      }}
      message={error === null ? undefined : messageOf(error, deskCopy)}
      onClose={() => {
        if (!isManaging.current) onClose();
      }}
    />
  );
}

function List({ onStep, onClose }: { onStep: (step: Step) => void; onClose: () => void }) {
  const { canned: copy } = useStaffCopy();
  const query = useQuery(cannedQuery);
  const ref = useRef<HTMLDialogElement>(null);
  return (
    <DeskModal ref={ref} title={copy.title} description={copy.description} onClose={onClose}>
      {query.data === undefined ? (
        <LoadState query={query} />
      ) : (
        <ul className="mt-4 divide-y divide-line text-sm">
          {query.data.length === 0 && <li className="py-3 text-muted">{copy.none}</li>}
          {query.data.map((reply) => (
            <li key={reply.id} className="flex items-start justify-between gap-3 py-3">
              <span className="grid min-w-0 gap-0.5">
                <span dir="auto" className="font-semibold wrap-anywhere">
                  {reply.title}
                </span>
                <span dir="auto" className="line-clamp-2 text-muted wrap-anywhere">
                  {reply.body}
                </span>
              </span>
              <span className="flex shrink-0 gap-1">
                <RowAction of={reply.title} onClick={() => onStep({ name: 'change', reply })}>
                  {copy.edit}
                </RowAction>
                <RowAction of={reply.title} onClick={() => onStep({ name: 'remove', reply })}>
                  {copy.archive}
                </RowAction>
              </span>
            </li>
          ))}
        </ul>
      )}
      <Button variant="secondary" size="sm" className="mt-4" onClick={() => onStep({ name: 'create' })}>
        {copy.add}
      </Button>
    </DeskModal>
  );
}

const errorTexts = ({ nameTaken, changedMeanwhile }: StaffConversationCopy['canned']) => ({
  name_taken: nameTaken,
  changed_meanwhile: changedMeanwhile,
});

const nextSteps = ['reply', 'ask', 'resolve'] as const;

function SaveDialog({ reply, onClose }: { reply?: CannedReply; onClose: () => void }) {
  const { copy: deskCopy } = useDesk();
  const { canned: copy, macro } = useStaffCopy();
  const client = useQueryClient();
  const save = async (form: FormData) => {
    const body = typedText(form, 'body');
    const [unknown] = unknownVariables(body);
    if (unknown !== undefined) throw new InvalidInputError(copy.unknownVariable(unknown));
    const json = {
      title: typedText(form, 'title'),
      body,
      next: nextSteps.find((one) => one === form.get('next')) ?? null,
      priority: ticketPriorities.find((one) => one === form.get('priority')) ?? null,
      tags: typedText(form, 'tags')
        .split(',')
        .map((tag) => tag.trim())
        .filter((tag) => tag !== ''),
      assignToMe: form.has('assignToMe'),
    };
    if (reply === undefined) await api.desk['canned-replies'].$post({ json });
    else await api.desk['canned-replies'].change.$post({ json: { id: reply.id, version: reply.version, ...json } });
    await client.invalidateQueries({ queryKey: cannedKey });
    toast({ source: 'canned', title: copy.saved });
  };
  return (
    <FormDialog
      {...(reply === undefined ? copy.create : copy.change)}
      errorTexts={errorTexts(copy)}
      onSubmit={save}
      onClose={() => {
        // What a colleague has stored meanwhile is shown when it is opened again.
        void client.invalidateQueries({ queryKey: cannedKey });
        onClose();
      }}
    >
      <DeskTextField
        name="title"
        label={copy.name}
        required
        maxLength={200}
        defaultValue={reply?.title}
        autoComplete="off"
      />
      <DeskTextArea
        name="body"
        {...copy.body}
        required
        rows={8}
        maxLength={maxMessageLength}
        dir="auto"
        defaultValue={reply?.body}
      />
      <p className="text-xs text-muted">
        {copy.variables}{' '}
        <span className="font-mono">
          {templateVariables.map((name) => `{{${copy.variableNames[name]}}}`).join(' ')}
        </span>
      </p>
      <fieldset className="grid gap-4 border border-line p-4">
        <legend className="px-1 text-sm font-semibold">{copy.steps}</legend>
        <div className="grid gap-4 sm:grid-cols-2">
          <DeskSelect
            name="next"
            label={copy.next}
            placeholder={copy.anyNext}
            options={nextSteps.map((next) => ({ value: next, label: macro.next[next] }))}
            defaultValue={reply?.next ?? ''}
          />
          <DeskSelect
            name="priority"
            label={copy.priority}
            placeholder={copy.samePriority}
            options={ticketPriorities.map((one) => ({ value: one, label: deskCopy.statuses.priorities[one] }))}
            defaultValue={reply?.priority ?? ''}
          />
        </div>
        <DeskTextField
          name="tags"
          {...copy.tags}
          maxLength={400}
          defaultValue={reply?.tags.join(', ')}
          autoComplete="off"
        />
        <CheckboxField name="assignToMe" {...copy.assignToMe} defaultChecked={reply?.assignToMe === true} />
      </fieldset>
    </FormDialog>
  );
}

function RemoveDialog({ reply: { id, version, title }, onClose }: { reply: CannedReply; onClose: () => void }) {
  const { canned: copy } = useStaffCopy();
  const client = useQueryClient();
  return (
    <FormDialog
      {...copy.remove}
      title={copy.remove.title(title)}
      variant="danger"
      errorTexts={errorTexts(copy)}
      onSubmit={async () => {
        await api.desk['canned-replies'].archive.$post({ json: { id, version } });
        await client.invalidateQueries({ queryKey: cannedKey });
        toast({ source: 'canned', title: copy.archived });
      }}
      onClose={onClose}
    />
  );
}
