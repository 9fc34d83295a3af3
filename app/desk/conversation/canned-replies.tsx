import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import { Modal } from '#app/components/ui/modal.tsx';
import { api, isApiError } from '#app/lib/api-client.ts';
import { toast } from '#app/lib/toast.ts';
import type { CannedReply } from '#contract/desk-conversation.ts';
import { maxMessageLength } from '#contract/ticket-states.ts';
import { messageOf, useDesk, useStaffCopy } from '#app/desk/components/desk-context.ts';
import { FormDialog } from '#app/desk/components/desk-dialog.tsx';
import { DeskTextArea, DeskTextField } from '#app/desk/components/desk-fields.tsx';
import { LoadState } from '#app/desk/components/desk-list.tsx';
import { matching, Palette } from '#app/desk/components/palette.tsx';

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
  const [query, setQuery] = useState('');
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
    <Palette
      title={copy.choose}
      query={query}
      onQueryChange={setQuery}
      groups={[
        { label: copy.list, options: matching(replies, query) },
        {
          label: copy.actions,
          options: [{ id: 'manage', icon: 'settings', label: copy.manage, onSelect: manage }],
          areActions: true,
        },
      ]}
      message={error === null ? undefined : messageOf(error, deskCopy)}
      onClose={() => {
        if (!isManaging.current) onClose();
      }}
    />
  );
}

function List({ onStep, onClose }: { onStep: (step: Step) => void; onClose: () => void }) {
  const { copy: deskCopy } = useDesk();
  const { canned: copy } = useStaffCopy();
  const query = useQuery(cannedQuery);
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => ref.current?.showModal(), []);
  return (
    <Modal
      ref={ref}
      titleId={`${id}-title`}
      descriptionId={`${id}-description`}
      heading={
        <h2 id={`${id}-title`} className="text-xl">
          {copy.title}
        </h2>
      }
      closeLabel={deskCopy.dialog.close}
      onClose={onClose}
    >
      <p id={`${id}-description`} className="mt-1 text-sm text-muted">
        {copy.description}
      </p>
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
                <button type="button" onClick={() => onStep({ name: 'change', reply })} className="row-action">
                  {copy.edit}
                  <span className="sr-only"> {reply.title}</span>
                </button>
                <button type="button" onClick={() => onStep({ name: 'remove', reply })} className="row-action">
                  {copy.archive}
                  <span className="sr-only"> {reply.title}</span>
                </button>
              </span>
            </li>
          ))}
        </ul>
      )}
      <Button variant="secondary" size="sm" className="mt-4" onClick={() => onStep({ name: 'create' })}>
        {copy.add}
      </Button>
    </Modal>
  );
}

const textOf = (form: FormData, name: string) => {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
};

/** In the words of this dialog: the codes are those of other screens too. */
function useErrorText() {
  const { canned: copy } = useStaffCopy();
  return (error: unknown) => {
    if (isApiError(error, 'name_taken')) return copy.nameTaken;
    return isApiError(error, 'changed_meanwhile') ? copy.changedMeanwhile : undefined;
  };
}

function SaveDialog({ reply, onClose }: { reply?: CannedReply; onClose: () => void }) {
  const { canned: copy } = useStaffCopy();
  const client = useQueryClient();
  const save = async (form: FormData) => {
    const json = { title: textOf(form, 'title'), body: textOf(form, 'body') };
    if (reply === undefined) await api.desk['canned-replies'].$post({ json });
    else await api.desk['canned-replies'].change.$post({ json: { id: reply.id, version: reply.version, ...json } });
    await client.invalidateQueries({ queryKey: cannedKey });
    toast({ source: 'canned', title: copy.saved });
  };
  return (
    <FormDialog
      {...(reply === undefined ? copy.create : copy.change)}
      errorText={useErrorText()}
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
      errorText={useErrorText()}
      onSubmit={async () => {
        await api.desk['canned-replies'].archive.$post({ json: { id, version } });
        await client.invalidateQueries({ queryKey: cannedKey });
        toast({ source: 'canned', title: copy.archived });
      }}
      onClose={onClose}
    />
  );
}
